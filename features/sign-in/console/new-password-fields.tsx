import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { errorOf, errorsOf, type FormFields, type TypedField } from '@quaff/platform/shared/fields/form-fields'
import { textLimits } from '@quaff/platform/shared/text'
import { signInMessages } from '../contract'
import { refusesCommon, commonPasswordError } from './common-password-widget'
import { UsernameField } from './username-field-widget'

interface NewPasswordFieldsProps {
  /** The account's email; empty if unknown. */
  username: string
  /** Props of the two inputs, from the form. */
  password: object
  confirmation: object
  onError: (text: string) => void
}

export const toggleProps = { 'aria-label': 'Show password', 'aria-hidden': false }

export function NewPasswordFields({ username, password, confirmation, onError }: NewPasswordFieldsProps) {
  const shared = {
    autoComplete: 'new-password',
    maxLength: textLimits.password,
    visibilityToggleFocusable: true,
    visibilityToggleButtonProps: toggleProps,
  }
  return (
    <>
      <UsernameField username={username} />
      <PasswordInput label="Password" name="password" {...shared} {...password} {...refusesCommon(onError)} />
      <PasswordInput label="Confirm password" name="confirmPassword" {...shared} {...confirmation} />
    </>
  )
}

const hints = ['At least 6 characters', 'A mix of letters, numbers and symbols', 'Avoid common words']

export function PasswordHints() {
  return (
    <ul className="q-secondary" aria-label="Password hints">
      {hints.map((hint) => (
        <li key={hint}>• {hint}</li>
      ))}
    </ul>
  )
}

interface NewPasswordDetails {
  fields: FormFields & { password: TypedField }
  /** The confirmation field, which must equal the password. */
  confirmation?: TypedField
  displayName?: string
  onChosen: (chosen: { displayName: string; password: string }) => unknown
}

/** Manages a form with a new password, which is typed twice and must not be a common one. */
export function useNewPassword({ fields, confirmation, displayName = '', onChosen }: NewPasswordDetails) {
  const form = useForm({
    initialValues: { displayName, password: '', confirmPassword: '' },
    validate: (values) => ({
      ...errorsOf(fields, values),
      confirmPassword:
        (confirmation && errorOf(confirmation, values.confirmPassword)) ??
        (values.confirmPassword === values.password ? null : signInMessages.passwordsDiffer),
    }),
  })
  const onError = (text: string) => form.setFieldError('password', text)
  const submit = form.onSubmit(async ({ displayName: name, password }) => {
    const error = await commonPasswordError(password)
    if (error) onError(error)
    else await onChosen({ displayName: name.trim(), password })
  })
  const inputs = {
    password: form.getInputProps('password'),
    confirmation: form.getInputProps('confirmPassword'),
    onError,
  }
  return { form, submit, inputs }
}

import { useForm } from '@mantine/form'
import { errorOf, errorsOf, type FormFields, type TypedField } from '@quaff/platform/shared/fields/form-fields'
import { signInMessages } from '../contract'
import { commonPasswordError } from './common-password-widget'

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

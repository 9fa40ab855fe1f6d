import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { textLimits } from '@quaff/platform/shared/text'
import classes from '../login.module.css'
import { NewPasswordFields } from '../passwords/new-password-fields'
import { checkConfirmation, checkDisplayName, checkPassword } from '../sign-in-fields'

export interface ActivationDetails {
  displayName: string
  password: string
}

interface ActivationFormProps {
  /** From the existence check. */
  displayName: string
  /** What was typed before the code was asked for. */
  details: ActivationDetails | null
  error: string | null
  busy: boolean
  onSubmit: (details: ActivationDetails) => void
}

export function ActivationForm({ displayName, details, error, busy, onSubmit }: ActivationFormProps) {
  const password = details?.password ?? ''
  const form = useForm({
    initialValues: { displayName: details?.displayName ?? displayName, password, confirmPassword: password },
    validate: {
      displayName: checkDisplayName,
      password: checkPassword,
      confirmPassword: (value, values) => checkConfirmation(value, values.password),
    },
  })
  const submit = form.onSubmit(({ displayName: name, password: chosen }) => {
    if (!busy) onSubmit({ displayName: name.trim(), password: chosen })
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Activate account">
      <TextInput
        label="Display name"
        autoComplete="name"
        maxLength={textLimits.short}
        {...form.getInputProps('displayName')}
      />
      <NewPasswordFields
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('confirmPassword')}
      />
      {error && (
        <Notice tone="danger" announce>
          {error}
        </Notice>
      )}
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Activate account
      </Button>
    </form>
  )
}

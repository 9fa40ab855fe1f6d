import { TextInput } from '@mantine/core'
import { Button } from '@quaff/platform/console/controls/button'
import { ErrorNotice } from '@quaff/platform/console/display/panel'
import { accountFields, confirmationField } from '../contract'
import { NewPasswordFields, useNewPassword } from './new-password-fields'
import classes from './sign-in.module.css'

export interface ActivationDetails {
  displayName: string
  password: string
}

interface ActivationFormProps {
  email: string
  /** From the existence check. */
  displayName: string
  error: string | null
  busy: boolean
  onSubmit: (details: ActivationDetails) => void
}

export function ActivationForm({ email, displayName, error, busy, onSubmit }: ActivationFormProps) {
  const { form, submit, inputs } = useNewPassword({
    fields: accountFields,
    confirmation: confirmationField,
    displayName,
    onChosen: (details) => !busy && onSubmit(details),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Activate account">
      <TextInput
        label="Display name"
        name="name"
        autoComplete="name"
        maxLength={accountFields.displayName.max}
        {...form.getInputProps('displayName')}
      />
      <NewPasswordFields username={email} {...inputs} />
      <ErrorNotice text={error} />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Activate account
      </Button>
    </form>
  )
}

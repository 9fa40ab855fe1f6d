import { Button } from '@quaff/platform/console/controls/button'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { newPasswordFields } from '../contract'
import { NewPasswordFields } from '../passwords/console/new-password-fields'
import { PasswordHints } from '../passwords/console/password-hints-text'
import { useNewPassword } from '../passwords/console/use-new-password'
import classes from './login.module.css'

interface SetPasswordFormProps {
  email: string
  error: string | null
  busy: boolean
  onSubmit: (password: string) => Promise<void>
}

export function SetPasswordForm({ email, error, busy, onSubmit }: SetPasswordFormProps) {
  const { submit, inputs } = useNewPassword({
    fields: newPasswordFields,
    onChosen: ({ password }) => !busy && onSubmit(password),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Set your password">
      <FaultNotice text={error} />
      <NewPasswordFields username={email} {...inputs} />
      <PasswordHints />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Set password
      </Button>
    </form>
  )
}

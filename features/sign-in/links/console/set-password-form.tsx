import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { newPasswordFields } from '../../contract'
import { NewPasswordFields } from '../../passwords/console/new-password-fields'
import { PasswordHints } from '../../passwords/console/password-hints-text'
import { useNewPassword } from '../../passwords/console/use-new-password'
import classes from '../../console/login.module.css'

interface SetPasswordFormProps {
  error: string | null
  busy: boolean
  onSubmit: (password: string) => Promise<void>
}

export function SetPasswordForm({ error, busy, onSubmit }: SetPasswordFormProps) {
  const { submit, inputs } = useNewPassword({
    fields: newPasswordFields,
    onChosen: ({ password }) => !busy && onSubmit(password),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Set your password">
      {error && (
        <Notice tone="danger" announce>
          {error}
        </Notice>
      )}
      <NewPasswordFields {...inputs} />
      <PasswordHints />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Set password
      </Button>
    </form>
  )
}

import { useForm } from '@mantine/form'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { commonPasswordFault } from '../passwords/common-password-widget'
import { NewPasswordFields } from '../passwords/new-password-fields'
import { PasswordHints } from '../passwords/password-hints-text'
import { checkPassword, checkRepeated } from '../sign-in-fields'
import classes from '../login.module.css'

interface SetPasswordFormProps {
  error: string | null
  busy: boolean
  onSubmit: (password: string) => Promise<void>
}

export function SetPasswordForm({ error, busy, onSubmit }: SetPasswordFormProps) {
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: { password: checkPassword, confirmPassword: (value, { password }) => checkRepeated(value, password) },
  })
  const refuse = (text: string) => form.setFieldError('password', text)
  const submit = form.onSubmit(async ({ password }) => {
    const fault = await commonPasswordFault(password)
    if (fault) refuse(fault)
    else if (!busy) await onSubmit(password)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Set your password">
      {error && (
        <Notice tone="danger" announce>
          {error}
        </Notice>
      )}
      <NewPasswordFields
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('confirmPassword')}
        onFault={refuse}
      />
      <PasswordHints />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Set password
      </Button>
    </form>
  )
}

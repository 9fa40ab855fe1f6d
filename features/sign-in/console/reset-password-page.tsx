import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { signInTexts } from '../contract'
import { errorText } from './error-text'
import classes from './login.module.css'
import { NewPasswordFields } from './passwords/new-password-fields'
import { PasswordHints } from './passwords/password-hints-text'
import { checkPassword, checkRepeated } from './sign-in-fields'
import { signInApi } from './sign-in-queries'

interface ResetPasswordPageProps {
  /** From the mailed link. */
  token: string | undefined
}

export function ResetPasswordPage({ token }: ResetPasswordPageProps) {
  const reset = useMutation(signInApi.resetPassword.mutationOptions())
  const form = useForm({
    initialValues: { password: '', confirmPassword: '' },
    validate: {
      password: checkPassword,
      confirmPassword: (value, { password }) => checkRepeated(value, password),
    },
  })
  if (reset.isSuccess) {
    return (
      <AuthCard title={signInTexts.passwordUpdated} subtitle="Sign in with your new password.">
        <ButtonLink variant="primary" to="/auth/login" fullWidth>
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  }
  if (token === undefined) {
    return (
      <AuthCard title="Reset password">
        <Notice tone="danger">This link is incomplete. Open it from the email again, or ask for a new one.</Notice>
        <ButtonLink to="/auth/login" fullWidth>
          Back to sign in
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Reset password" subtitle="Choose a new password for your account.">
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ password }) => reset.mutate({ token, password }))}
        noValidate
      >
        {reset.isError && (
          <Notice tone="danger" announce>
            {errorText(reset.error, signInTexts.setPasswordFailed)}
          </Notice>
        )}
        <NewPasswordFields
          password={form.getInputProps('password')}
          confirmation={form.getInputProps('confirmPassword')}
        />
        <PasswordHints />
        <Button variant="primary" type="submit" fullWidth loading={reset.isPending}>
          Set password
        </Button>
      </form>
    </AuthCard>
  )
}

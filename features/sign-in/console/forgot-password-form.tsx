import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { signInFields } from '../contract'
import { signInApi } from './sign-in-queries'
import classes from './sign-in.module.css'

interface ForgotPasswordFormProps {
  email: string
  /** Returns to the form that it replaced; without it, leaves the page (to the dashboard with a session). */
  onBack?: () => void
}

export function ForgotPasswordForm({ email, onBack }: ForgotPasswordFormProps) {
  const { session } = useSession()
  const request = useMutation(signInApi.requestPasswordReset.mutationOptions())
  const form = useForm({ initialValues: { email }, validate: { email: (typed) => errorOf(signInFields.email, typed) } })
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((values) => request.mutate(values))}
      noValidate
      aria-label="Forgot password"
    >
      <ErrorNotice text={request.error && specifiedText(request.error, 'Couldn’t send the email. Try again.')} />
      {request.isSuccess && (
        <Notice tone="ok" announce>
          If {readableEmail(request.variables.email)} has an account, we’ve sent a reset link. It expires in 10 minutes.
        </Notice>
      )}
      <TextInput
        label="Email"
        name="email"
        type="email"
        {...managed('username')}
        maxLength={signInFields.email.maxTyped}
        {...form.getInputProps('email')}
      />
      <Button variant="primary" type="submit" fullWidth loading={request.isPending}>
        Email me a reset link
      </Button>
      {onBack ? (
        <Button variant="quiet" fullWidth onClick={onBack}>
          Back to sign in
        </Button>
      ) : (
        <ButtonLink variant="quiet" to={session ? '/dashboard' : '/auth/login'} fullWidth>
          {session ? 'Back to the dashboard' : 'Back to sign in'}
        </ButtonLink>
      )}
    </form>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { newPasswordFields, signInMessages, type LinkCheck } from '../contract'
import { ForgotPasswordForm } from './forgot-password-form'
import { closedLinkMessages } from './login-reason'
import { NewPasswordFields, PasswordHints, useNewPassword } from './new-password-fields'
import { signInApi } from './sign-in-queries'
import classes from './sign-in.module.css'

/** The team's password email links here too, and its reader may never have had a password. */
const title = 'Choose a password'
const incomplete = 'This link is incomplete. Open it from the email again, or request a new one.'

function closedText({ valid, purpose, state }: LinkCheck): string | null {
  if (valid && purpose === 'password_reset') return null
  if (state === 'used') return `${closedLinkMessages.used} Sign in with your new password, or request another link.`
  if (state === 'expired') return `${closedLinkMessages.expired} Enter your email to get a new one.`
  return closedLinkMessages.unknown
}

export function ResetPasswordPage({ token }: { token: string | undefined }) {
  const { session, signOut } = useSession()
  const [goesOn, setGoesOn] = useState(false)
  const check = useQuery({
    ...signInApi.checkLink.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== undefined,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const known = check.data ? closedText(check.data) : null
  const closed = token === undefined ? incomplete : known
  const reset = useMutation(
    signInApi.resetPassword.mutationOptions({
      // A session in this browser is ended, whether it is the account's or another's.
      onSuccess: () => (session ? signOut() : undefined),
      onError: () => void check.refetch(),
    }),
  )
  const { submit, inputs } = useNewPassword({
    fields: newPasswordFields,
    onChosen: ({ password }) => token !== undefined && reset.mutate({ token, password }),
  })
  if (reset.isSuccess) {
    return (
      <AuthCard title={signInMessages.passwordUpdated} subtitle="Sign in with your new password.">
        <ButtonLink variant="primary" to="/auth/login" fullWidth>
          Sign in
        </ButtonLink>
      </AuthCard>
    )
  }
  if (check.isLoading) {
    return (
      <AuthCard title={title}>
        <p className="q-secondary" role="status">
          Checking your link…
        </p>
      </AuthCard>
    )
  }
  if (closed !== null || token === undefined) {
    return (
      <AuthCard title={title} subtitle="We’ll email you a new link.">
        <Notice tone="danger" announce>
          {closed}
        </Notice>
        <ForgotPasswordForm email="" />
        {session && <p className="q-secondary">You’re still signed in as {readableEmail(session.user.email)}.</p>}
      </AuthCard>
    )
  }
  if (session && !goesOn) {
    return (
      <AuthCard title={`${title}?`} subtitle={`You’re signed in as ${readableEmail(session.user.email)}.`}>
        <p>This link resets the password of a different account and signs it out everywhere, including here.</p>
        <Button variant="primary" fullWidth onClick={() => setGoesOn(true)}>
          Continue
        </Button>
        <ButtonLink to="/dashboard" fullWidth>
          Stay signed in
        </ButtonLink>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={title} subtitle="This replaces your current password.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorNotice text={reset.error && specifiedText(reset.error, signInMessages.setPasswordFailed)} />
        <NewPasswordFields username={session?.user.email ?? ''} {...inputs} />
        <PasswordHints />
        <Button variant="primary" type="submit" fullWidth loading={reset.isPending}>
          Set password
        </Button>
      </form>
    </AuthCard>
  )
}

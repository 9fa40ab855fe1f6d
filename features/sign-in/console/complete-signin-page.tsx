import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { invitationLead, invitationScope } from '@quaff/features/accounts/rules'
import { managed } from '@quaff/platform/console/controls/autofill'
import { Button, ButtonLink } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { ErrorNotice, Notice } from '@quaff/platform/console/display/panel'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { linkEmailField, newPasswordFields } from '../contract'
import { signInRefusals } from '../refusals'
import { closedLinkMessages } from './login-reason'
import { NewPasswordFields, PasswordHints, useNewPassword } from './new-password-fields'
import { useCompleteSignIn } from './use-complete-sign-in'
import classes from './sign-in.module.css'

const SecondStepForm = deferred(async () => (await import('../second-factor/console/second-step-form')).SecondStepForm)

export function CompleteSigninPage({ token }: { token: string | undefined }) {
  const flow = useCompleteSignIn(token ?? null)
  const { state } = flow
  switch (state.view) {
    case 'verifying':
      return (
        <AuthCard title="Sign-in link">
          <p className="q-secondary" role="status">
            Checking your sign-in link…
          </p>
        </AuthCard>
      )
    case 'invalid':
      return (
        <AuthCard title="Sign-in link">
          <Notice tone="danger" announce>
            {signInRefusals.INVALID_LINK.text}
          </Notice>
          {flow.session ? <SignedIn /> : <NewLink closed={state.closed} />}
        </AuthCard>
      )
    case 'switch':
      return (
        <AuthCard
          title="Switch account?"
          subtitle={`You’re signed in as ${flow.session ? readableEmail(flow.session.user.email) : 'someone else'}.`}
        >
          <p>This link belongs to a different account. Continuing signs you out of this one.</p>
          <Button variant="primary" fullWidth onClick={flow.confirmSwitch}>
            Continue
          </Button>
          <ButtonLink to="/dashboard" fullWidth>
            Stay signed in
          </ButtonLink>
        </AuthCard>
      )
    case 'email':
      return (
        <AuthCard title="Confirm your email" subtitle="Enter the email the link was sent to.">
          {flow.invitedTo && (
            <Notice tone="neutral">
              {invitationLead(flow.invitedTo)} {invitationScope(flow.invitedTo.role)}
            </Notice>
          )}
          <ConfirmEmailForm error={state.error} busy={state.busy} onSubmit={flow.submitEmail} />
        </AuthCard>
      )
    case 'second-step':
      return (
        <AuthCard title="One more step" subtitle="Enter the code from your authenticator app.">
          <SecondStepForm
            challenge={state.challenge}
            onSignedIn={flow.finishSecondStep}
            onBack={flow.leaveSecondStep}
          />
        </AuthCard>
      )
    case 'restart':
      return (
        <AuthCard title="Sign in again">
          <Notice tone="warn" announce>
            {state.reason}
          </Notice>
          <ButtonLink variant="primary" to="/auth/login" fullWidth>
            Go to sign in
          </ButtonLink>
        </AuthCard>
      )
    case 'password':
      return (
        <AuthCard title="Set your password" subtitle="You’ll use it the next time you sign in.">
          <SetPasswordForm
            email={flow.session?.user.email ?? ''}
            error={state.error}
            busy={state.busy}
            onSubmit={flow.submitPassword}
          />
        </AuthCard>
      )
    case 'complete':
      return (
        <AuthCard title="Welcome!">
          <p className="q-secondary" role="status">
            You’re signed in. Opening your dashboard…
          </p>
        </AuthCard>
      )
  }
}

function SignedIn() {
  return (
    <>
      <p className="q-secondary">You’re already signed in. Opening your dashboard…</p>
      <ButtonLink to="/dashboard" fullWidth>
        Go to dashboard
      </ButtonLink>
    </>
  )
}

function NewLink({ closed }: { closed: keyof typeof closedLinkMessages | null }) {
  return (
    <>
      {closed && <p>{closedLinkMessages[closed]}</p>}
      <p className="q-secondary">Opening the sign-in page{closed && ' for a new link'}…</p>
      <ButtonLink to={closed ? `/auth/login?why=link-${closed}` : '/auth/login'} fullWidth>
        {closed ? 'Get new link' : 'Go to sign in'}
      </ButtonLink>
    </>
  )
}

interface SetPasswordFormProps {
  email: string
  error: string | null
  busy: boolean
  onSubmit: (password: string) => Promise<void>
}

function SetPasswordForm({ email, error, busy, onSubmit }: SetPasswordFormProps) {
  const { submit, inputs } = useNewPassword({
    fields: newPasswordFields,
    onChosen: ({ password }) => !busy && onSubmit(password),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Set your password">
      <ErrorNotice text={error} />
      <NewPasswordFields username={email} {...inputs} />
      <PasswordHints />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Set password
      </Button>
    </form>
  )
}

interface ConfirmEmailFormProps {
  error: string | null
  busy: boolean
  onSubmit: (email: string) => Promise<void>
}

function ConfirmEmailForm({ error, busy, onSubmit }: ConfirmEmailFormProps) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: (typed) => errorOf(linkEmailField, typed) } })
  const submit = form.onSubmit(({ email }) => {
    if (!busy) void onSubmit(email)
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Confirm your email">
      <ErrorNotice text={error} />
      <TextInput
        label="Email"
        name="email"
        type="email"
        {...managed('username')}
        maxLength={linkEmailField.maxTyped}
        {...form.getInputProps('email')}
      />
      <Button variant="primary" type="submit" fullWidth loading={busy}>
        Continue
      </Button>
    </form>
  )
}

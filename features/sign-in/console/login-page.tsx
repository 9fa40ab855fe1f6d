import { useState } from 'react'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { AuthCard } from '@quaff/platform/console/frame/auth-card'
import { LoginForm, SingleSignOnLink } from './login-form'
import { loginReason } from './login-reason'
import { useSecondStepLink } from './use-second-step-link'

const ForgotPasswordForm = deferred(async () => (await import('./forgot-password-form')).ForgotPasswordForm)
const SecondStepForm = deferred(async () => (await import('../second-factor/console/second-step-form')).SecondStepForm)

type View =
  | { name: 'login'; notice: string | null }
  | { name: 'forgotten'; email: string }
  | { name: 'second step'; challenge: string; after: 'password' | 'sign-in service' }

interface LoginPageProps {
  /** Filled in. */
  email?: string
  why?: string
  /** Path to continue with. */
  from?: string
}

export function LoginPage({ email, why, from }: LoginPageProps) {
  const { accept } = useSession()
  const challenge = useSecondStepLink()
  const [view, setView] = useState<View>(
    challenge === null
      ? { name: 'login', notice: loginReason(why) }
      : { name: 'second step', challenge, after: 'sign-in service' },
  )
  const goBack = (notice: string | null = null) => setView({ name: 'login', notice })
  switch (view.name) {
    case 'login':
      return (
        <AuthCard title="Sign in" subtitle="For administrators and venue teams.">
          <LoginForm
            email={email}
            notice={view.notice}
            onForgot={(email) => setView({ name: 'forgotten', email })}
            onSecondStep={(challenge) => setView({ name: 'second step', challenge, after: 'password' })}
          >
            <SingleSignOnLink from={from} />
          </LoginForm>
        </AuthCard>
      )
    case 'forgotten':
      return (
        <AuthCard title="Forgot password?" subtitle="We’ll email you a link to set a new one.">
          <ForgotPasswordForm email={view.email} onBack={() => goBack()} />
        </AuthCard>
      )
    case 'second step':
      return (
        <AuthCard title="One more step" subtitle={`Your account asks for a code in addition to the ${view.after}.`}>
          <SecondStepForm challenge={view.challenge} onSignedIn={accept} onBack={goBack} />
        </AuthCard>
      )
  }
}

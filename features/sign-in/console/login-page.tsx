import { useState } from 'react'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { LoginForm } from './login-form'
import { loginReason } from './login-reason'

const ForgotPasswordForm = deferred(
  async () => (await import('../passwords/console/forgot-password-form')).ForgotPasswordForm,
)
const SecondStepForm = deferred(async () => (await import('../second-factor/console/second-step-form')).SecondStepForm)

type View =
  | { name: 'login'; notice: string | null }
  | { name: 'forgotten'; email: string }
  | { name: 'second step'; challenge: string }

interface LoginPageProps {
  /** What led here, when it was not the person's own wish. */
  why: string | undefined
}

export function LoginPage({ why }: LoginPageProps) {
  const { accept } = useSession()
  const [view, setView] = useState<View>({ name: 'login', notice: loginReason(why) })
  const goBack = (notice: string | null = null) => setView({ name: 'login', notice })
  switch (view.name) {
    case 'login':
      return (
        <AuthCard title="Sign in" subtitle="For administrators and venue teams.">
          <LoginForm
            notice={view.notice}
            onForgot={(email) => setView({ name: 'forgotten', email })}
            onSecondStep={(challenge) => setView({ name: 'second step', challenge })}
          />
        </AuthCard>
      )
    case 'forgotten':
      return (
        <AuthCard title="Forgot password?" subtitle="We mail you a link to set a new one.">
          <ForgotPasswordForm email={view.email} onBack={() => goBack()} />
        </AuthCard>
      )
    case 'second step':
      return (
        <AuthCard title="One more step" subtitle="Your account asks for a code in addition to the password.">
          <SecondStepForm challenge={view.challenge} onSignedIn={accept} onBack={goBack} />
        </AuthCard>
      )
  }
}

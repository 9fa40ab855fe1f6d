import { lazy, Suspense, useState } from 'react'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { LoginForm } from './login-form'
import { loginReason } from './login-reason'

const ForgotPasswordForm = lazy(() =>
  import('./passwords/forgot-password-form').then((module) => ({ default: module.ForgotPasswordForm })),
)
const SecondStepForm = lazy(() =>
  import('./second-factor/second-step-form').then((module) => ({ default: module.SecondStepForm })),
)

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
          <Suspense fallback={null}>
            <ForgotPasswordForm email={view.email} onBack={() => goBack()} />
          </Suspense>
        </AuthCard>
      )
    case 'second step':
      return (
        <AuthCard title="One more step" subtitle="Your account asks for a code in addition to the password.">
          <Suspense fallback={null}>
            <SecondStepForm challenge={view.challenge} onSignedIn={accept} onBack={goBack} />
          </Suspense>
        </AuthCard>
      )
  }
}

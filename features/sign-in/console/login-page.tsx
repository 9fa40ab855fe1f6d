import { lazy, Suspense, useState } from 'react'
import { AuthCard } from '@quaff/platform/console/auth/auth-card'
import { LoginForm } from './login-form'

const ForgotPasswordForm = lazy(() =>
  import('./forgot-password-form').then((module) => ({ default: module.ForgotPasswordForm })),
)

export function LoginPage() {
  const [forgotten, setForgotten] = useState<string | null>(null)
  if (forgotten === null) {
    return (
      <AuthCard title="Sign in" subtitle="For administrators and venue teams.">
        <LoginForm onForgot={setForgotten} />
      </AuthCard>
    )
  }
  return (
    <AuthCard title="Forgot password?" subtitle="We mail you a link to set a new one.">
      <Suspense fallback={null}>
        <ForgotPasswordForm email={forgotten} onBack={() => setForgotten(null)} />
      </Suspense>
    </AuthCard>
  )
}

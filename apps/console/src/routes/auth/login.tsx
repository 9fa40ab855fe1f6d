import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '@quaff/features/sign-in/console/login-page'

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'Sign in' },
  validateSearch: (raw): { from?: string } => (typeof raw.from === 'string' ? { from: raw.from } : {}),
  component: LoginPage,
})

import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '@quaff/features/sign-in/console/login-page'
import { readWhy } from '../../frame/read-token'
import { useLoginDetails } from '../../frame/use-link-token'

export const Route = createFileRoute('/auth/login')({
  staticData: { title: 'Sign in' },
  validateSearch: (raw): { from?: string; why?: string } => ({
    ...(typeof raw.from === 'string' ? { from: raw.from } : {}),
    ...readWhy(raw),
  }),
  component: () => <LoginPage {...useLoginDetails(Route.useSearch())} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@quaff/features/sign-in/console/register-page'
import { readToken } from '../../frame/read-token'
import { useLinkToken } from '../../frame/use-link-token'

export const Route = createFileRoute('/auth/register')({
  staticData: { title: 'Register for access' },
  validateSearch: readToken,
  component: () => <RegisterPage token={useLinkToken(Route.useSearch().token)} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { CompleteSigninPage } from '@quaff/features/sign-in/console/complete-signin-page'
import { readToken } from '../../frame/read-token'
import { useLinkToken } from '../../frame/use-link-token'

export const Route = createFileRoute('/auth/complete-signin')({
  staticData: { title: 'Complete sign-in' },
  validateSearch: readToken,
  component: () => <CompleteSigninPage token={useLinkToken(Route.useSearch().token)} />,
})

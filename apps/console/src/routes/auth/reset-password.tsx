import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '@quaff/features/sign-in/console/reset-password-page'
import { readToken } from '../../frame/read-token'
import { useLinkToken } from '../../frame/use-link-token'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'Choose a password' },
  validateSearch: readToken,
  component: () => <ResetPasswordPage token={useLinkToken(Route.useSearch().token)} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { CompleteSigninPage } from '@quaff/features/sign-in/console/complete-signin-page'

export const Route = createFileRoute('/auth/complete-signin')({
  staticData: { title: 'Complete sign-in' },
  component: CompleteSigninPage,
})

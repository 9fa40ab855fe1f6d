import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordPage } from '@quaff/features/sign-in/console/reset-password-page'

export const Route = createFileRoute('/auth/reset-password')({
  staticData: { title: 'Reset password' },
  component: ResetPasswordPage,
})

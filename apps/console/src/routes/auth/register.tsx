import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '@quaff/features/sign-in/console/register-page'

export const Route = createFileRoute('/auth/register')({
  staticData: { title: 'Register for access' },
  component: RegisterPage,
})

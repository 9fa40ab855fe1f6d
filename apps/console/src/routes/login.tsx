import { createFileRoute, redirect } from '@tanstack/react-router'
import { readWhy } from '../frame/read-token'

export const Route = createFileRoute('/login')({
  validateSearch: readWhy,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth/login', search, replace: true })
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { AuthLayout } from '../../frame/auth-layout'

export const Route = createFileRoute('/auth')({ component: AuthLayout })

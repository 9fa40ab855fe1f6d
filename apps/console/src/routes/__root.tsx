import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootLayout, RouteError } from '../frame/root-layout'

export const Route = createRootRouteWithContext<{ queryClient?: QueryClient; hasPage?: () => boolean }>()({
  component: RootLayout,
  errorComponent: RouteError,
})

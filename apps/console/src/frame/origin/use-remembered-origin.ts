import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { safeOrigin } from './safe-origin'

const dashboardLayoutId = '/_dashboard'

/** Checks an address against the routes that lie inside the dashboard layout. */
export function useRememberedOrigin(): (raw: unknown) => string | null {
  const router = useRouter()
  return useCallback(
    (raw) => {
      const isKnown = (path: string) =>
        Object.values(router.routesById).some(
          ({ id, fullPath }) => id.startsWith(`${dashboardLayoutId}/`) && fullPath.replace(/(.)\/$/, '$1') === path,
        )
      return safeOrigin(raw, window.location.origin, isKnown)
    },
    [router],
  )
}

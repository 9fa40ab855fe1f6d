import type { QueryClient } from '@tanstack/react-query'
import { findLockedPages, readLock } from '@quaff/features/onboarding/console/locked-pages-widget'
import { findSignedIn } from '@quaff/features/sessions/console/session-widget'
import { hold, type PageReads } from '@quaff/platform/console/query-client'
import { decideAccess } from './route-access'
import { accessContextOf } from './use-access-context'

interface Requested {
  context: { queryClient?: QueryClient; hasPage?: () => boolean }
  location: { search: object }
  route: { fullPath: string }
}

/**
 * Loads a page's data together with its code, on hover or navigation instead of on first render. Loads only what this
 * user may see. The current page stays until then, except on the first load, which shows the frame immediately.
 */
export function readAhead<Search>(
  search: { read: (raw: Record<string, unknown>) => Search },
  reads: PageReads<Search>,
) {
  return async ({ context: { queryClient: client, hasPage }, location, route }: Requested): Promise<void> => {
    const signedIn = client && findSignedIn(client)
    if (!signedIn) return
    const { user, timeZone, selection } = signedIn
    const merchantId = selection.isGlobalView ? undefined : selection.current?.id
    const details = accessContextOf(user, selection, findLockedPages(client, merchantId))
    if (decideAccess(route.fullPath, details) !== 'open') return
    const held = hold([
      ...reads({ client, search: search.read({ ...location.search }), role: user.role, timeZone, merchantId }),
      readLock(client, merchantId, route.fullPath),
    ])
    if (hasPage?.()) await held
  }
}

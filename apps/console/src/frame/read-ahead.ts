import type { QueryClient } from '@tanstack/react-query'
import { findLockedPages, readLock } from '@quaff/features/onboarding/console/locked-pages-widget'
import { findSignedIn } from '@quaff/features/sessions/console/session-widget'
import { hold, type PageReads } from '@quaff/platform/console/query-client'
import { decideAccess } from './route-access'
import { accessFactsOf } from './use-access-facts'

interface Asked {
  context: { queryClient?: QueryClient; hasPage?: () => boolean }
  location: { search: object }
  route: { fullPath: string }
}

/**
 * Loader of a page: what it asks for is begun with its code, when the pointer comes to a link or the page is opened,
 * and not first when it is drawn. Nothing is asked for that this person would not see. Only a page that stands is kept for
 * the moment that this takes: whoever opens the console is shown its frame at once.
 */
export function readAhead<Search>(
  search: { read: (raw: Record<string, unknown>) => Search },
  reads: PageReads<Search>,
) {
  return async ({ context: { queryClient: client, hasPage }, location, route }: Asked): Promise<void> => {
    const signedIn = client && findSignedIn(client)
    if (!signedIn) return
    const { user, timeZone, selection } = signedIn
    const merchantId = selection.isGlobalView ? undefined : selection.current?.id
    const facts = accessFactsOf(user, selection, findLockedPages(client, merchantId))
    if (decideAccess(route.fullPath, facts) !== 'open') return
    const held = hold([
      ...reads({ client, search: search.read({ ...location.search }), role: user.role, timeZone, merchantId }),
      readLock(client, merchantId, route.fullPath),
    ])
    if (hasPage?.()) await held
  }
}

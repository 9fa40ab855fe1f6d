import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { affiliatesApi } from './affiliate-queries'

/** Everything of affiliate links is read again: after an own change. */
export function useLinkRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: affiliatesApi.key() }), [client])
}

/** What the log of changes names a link by. */
const LINK_ID = /^lnk_/

/** What others change shows up by itself. */
export function useLinkRefresh(): void {
  useLiveRefresh(['audit'], useLinkRefetch(), (event) => LINK_ID.test(event.subjectId))
}

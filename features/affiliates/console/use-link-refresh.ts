import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { affiliatesApi } from './affiliate-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** Everything of affiliate links is read again: after an own change. */
export function useLinkRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: affiliatesApi.key() }), [client])
}

/** What the log of changes names a link by. */
const LINK_ID = /^lnk_/

/** One reading a second at most, however many others change; rows stay on the screen meanwhile. */
export function useLinkRefresh(): void {
  const refetch = useLinkRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['audit'], (event) => {
    if (!LINK_ID.test(event.subjectId)) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

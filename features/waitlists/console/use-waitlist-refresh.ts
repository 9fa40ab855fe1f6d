import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { waitlistsApi } from './waitlist-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** Reads everything about waitlists anew: the lists, the people and the open sheet. */
export function useWaitlistRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: waitlistsApi.key() }), [client])
}

/** One reading a second at most, however many changes come in; rows stay on the screen meanwhile. */
export function useWaitlistRefresh(): void {
  const refetch = useWaitlistRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['audit'], () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

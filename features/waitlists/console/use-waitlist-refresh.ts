import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { waitlistsApi } from './waitlist-queries'

/** Reads everything about waitlists anew: the lists, the people and the open sheet. */
export function useWaitlistRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: waitlistsApi.key() }), [client])
}

/** What colleagues change shows up by itself. */
export function useWaitlistRefresh(): void {
  useLiveRefresh(['audit'], useWaitlistRefetch())
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { usersApi } from './user-queries'

/** Reads everything about people anew: the list, the figures and the open sheet. */
export function usePeopleRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: usersApi.key() }), [client])
}

/** What colleagues change shows up by itself. */
export function usePeopleRefresh(): void {
  useLiveRefresh(['user'], usePeopleRefetch())
}

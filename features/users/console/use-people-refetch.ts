import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { usersApi } from './user-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** Reads everything about people anew: the list, the figures and the open sheet. */
export function usePeopleRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: usersApi.key() }), [client])
}

/** One reading a second at most, however many changes come in; rows stay on the screen meanwhile. */
export function usePeopleRefresh(): void {
  const refetch = usePeopleRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['user'], () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

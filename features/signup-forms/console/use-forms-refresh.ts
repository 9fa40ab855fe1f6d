import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { formsApi } from './signup-forms-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** Reads everything about signup forms anew: forms, figures, submissions and the open sheet. */
export function useFormsRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: formsApi.key() }), [client])
}

/** One reading a second at most, however many changes come in; rows stay on the screen meanwhile. */
export function useFormsRefresh(): void {
  const refetch = useFormsRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['audit', 'merchant'], () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

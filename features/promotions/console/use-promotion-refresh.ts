import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { promotionsApi } from './promotion-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

export function usePromotionsRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: promotionsApi.key() }), [client])
}

/** What colleagues change shows up by itself, read once a second at most. */
export function usePromotionRefresh() {
  const refetch = usePromotionsRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['merchant'], () => {
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

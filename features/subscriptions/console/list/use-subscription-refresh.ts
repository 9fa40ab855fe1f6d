import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { subscriptionsApi } from '../subscription-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** One reading a second at most, however many changes come in; rows stay on the screen meanwhile. */
export function useSubscriptionRefresh(merchantId: string | undefined): void {
  const client = useQueryClient()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['subscription'], (event) => {
    if (merchantId !== undefined && event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void client.invalidateQueries({ queryKey: subscriptionsApi.key() })
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

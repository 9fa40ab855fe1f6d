import { useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { subscriptionsApi } from './subscription-queries'

/** What others change shows up by itself. */
export function useSubscriptionRefresh(merchantId: string | undefined): void {
  const client = useQueryClient()
  useLiveRefresh(
    ['subscription'],
    () => client.invalidateQueries({ queryKey: subscriptionsApi.key() }),
    (event) => merchantId === undefined || event.merchantId === merchantId,
  )
}

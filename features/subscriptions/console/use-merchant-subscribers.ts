import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { subscriptionLimits, type SubscriberList, type SubscriptionStatus } from '../contract'
import { subscriptionsApi } from './subscription-queries'

export type MerchantSubscribersState = {
  list: SubscriberList | undefined
  isPending: boolean
  /** Neither source answered. */
  isError: boolean
  /** What is shown comes from the direct query. */
  isFallback: boolean
  retry: () => void
}

/** The raw source; the direct query only where that one failed (spec §7). */
export function useMerchantSubscribers(
  merchantId: string,
  status: SubscriptionStatus | undefined,
): MerchantSubscribersState {
  const client = useQueryClient()
  const raw = useQuery(subscriptionsApi.subscribersRaw.queryOptions({ input: { merchantId, status } }))
  const isFallback = raw.isError && raw.data === undefined
  const direct = useQuery(
    subscriptionsApi.recent.queryOptions({
      input: { merchantId, status, limit: subscriptionLimits.maxRows },
      enabled: isFallback,
    }),
  )
  useLiveRefresh(
    ['subscription'],
    () => client.invalidateQueries({ queryKey: subscriptionsApi.key() }),
    (event) => event.merchantId === merchantId,
  )
  return {
    list: raw.data ?? (isFallback ? direct.data : undefined),
    isPending: raw.isPending || (isFallback && direct.isPending),
    isError: isFallback && direct.isError,
    isFallback: isFallback && direct.data !== undefined,
    retry: () => {
      void raw.refetch()
      if (direct.isError) void direct.refetch()
    },
  }
}

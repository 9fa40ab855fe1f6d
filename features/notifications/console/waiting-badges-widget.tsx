import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { waitingBadges, type WaitingBadge } from '../rules'
import { notificationsApi } from './notifications-queries'

/**
 * What waits behind each page of the sidebar. The same reading as the bell's, which stands on every page beside it and
 * asks anew when something changes: the two never differ.
 */
export function useWaitingBadges(merchantId: string | null): ReadonlyMap<string, WaitingBadge> {
  const { data } = useQuery(notificationsApi.waiting.queryOptions({ input: {} }))
  return useMemo(() => waitingBadges(data ?? { items: [], onWaitlists: 0 }, merchantId), [data, merchantId])
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { waitingBadges, type WaitingBadge } from '../rules'
import { notificationsApi } from './notifications-queries'

/** Counts of pending items by sidebar page. Uses the same query as the bell, so both always agree. */
export function useWaitingBadges(merchantId: string | null): ReadonlyMap<string, WaitingBadge> {
  const { data } = useQuery(notificationsApi.waiting.queryOptions({ input: {} }))
  return useMemo(() => waitingBadges(data ?? { items: [], onWaitlists: 0 }, merchantId), [data, merchantId])
}

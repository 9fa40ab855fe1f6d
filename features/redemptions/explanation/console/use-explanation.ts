import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { redemptionsApi } from '../../console/redemption-queries'

/** It speaks of now: places close and allowances renew without an event. */
const RECHECK_MS = 60_000

export function useExplanation(userId: string) {
  const client = useQueryClient()
  const query = useQuery(
    redemptionsApi.explainCustomer.queryOptions({ input: { userId }, staleTime: 0, refetchInterval: RECHECK_MS }),
  )
  useLiveRefresh(
    ['subscription', 'redemption', 'merchant', 'user'],
    () => client.invalidateQueries({ queryKey: redemptionsApi.explainCustomer.key({ input: { userId } }) }),
    (event) =>
      event.subjectId === userId ||
      Boolean(query.data?.passes.some(({ merchantId }) => merchantId === event.merchantId)),
  )
  return { ...query, recheck: () => void query.refetch() }
}

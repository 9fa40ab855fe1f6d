import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { redemptionsApi } from '../../redemption-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000
/** It speaks of now: places close and allowances renew without an event. */
const RECHECK_MS = 60_000

export function useExplanation(userId: string) {
  const client = useQueryClient()
  const query = useQuery(
    redemptionsApi.explainCustomer.queryOptions({ input: { userId }, staleTime: 0, refetchInterval: RECHECK_MS }),
  )
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['subscription', 'redemption', 'merchant', 'user'], (event) => {
    const isOfThem =
      event.subjectId === userId || query.data?.passes.some(({ merchantId }) => merchantId === event.merchantId)
    if (!isOfThem) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void client.invalidateQueries({ queryKey: redemptionsApi.explainCustomer.key({ input: { userId } }) })
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
  return { ...query, recheck: () => void query.refetch() }
}

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { payoutsApi } from './payout-queries'
import { useLiveEvents } from '@quaff/features/sessions/console/live-widget'

const REFRESH_AFTER_EVENT_MS = 1_000

/** Everything of payouts is read again: after an own change. */
export function usePayoutRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: payoutsApi.key() }), [client])
}

/** What the log of changes names a payout by; only administrators are told of it. */
const PAYOUT_ID = /^pay_/

/** One reading a second at most, however many others change; rows stay on the screen meanwhile. */
export function usePayoutRefresh(merchantId: string | undefined): void {
  const refetch = usePayoutRefetch()
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(['audit'], (event) => {
    if (!PAYOUT_ID.test(event.subjectId)) return
    if (merchantId !== undefined && event.merchantId !== merchantId) return
    pending.current ??= setTimeout(() => {
      pending.current = undefined
      void refetch()
    }, REFRESH_AFTER_EVENT_MS)
  })
  useEffect(() => () => clearTimeout(pending.current), [])
}

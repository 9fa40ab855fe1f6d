import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useLiveRefresh } from '@quaff/features/sessions/console/live-widget'
import { payoutsApi } from './payout-queries'

/** Everything of payouts is read again: after an own change. */
export function usePayoutRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: payoutsApi.key() }), [client])
}

/** What the log of changes names a payout by; only administrators are told of it. */
const PAYOUT_ID = /^pay_/

/** What others change shows up by itself. */
export function usePayoutRefresh(merchantId: string | undefined): void {
  useLiveRefresh(
    ['audit'],
    usePayoutRefetch(),
    (event) => PAYOUT_ID.test(event.subjectId) && (merchantId === undefined || event.merchantId === merchantId),
  )
}

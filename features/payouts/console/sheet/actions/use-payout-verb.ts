import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PayoutActionInput, PayoutState } from '../../../progress/contract'
import type { PayoutStatement } from '../../../statement/contract'
import { errorText } from '../../error-text'
import { payoutsApi } from '../../payout-queries'
import { usePayoutRefetch } from '../../use-payout-refresh'
import { isStale } from '@quaff/platform/console/forms/stale-notice'

type VerbAnswer = PayoutState | { discarded: true }

/**
 * Runs one verb on a payout as it was when the dialog opened: if somebody was faster the server refuses, what was typed
 * stays, and `reload` shows the payout as it is now.
 */
export function usePayoutVerb(opened: PayoutStatement, failed: string) {
  const client = useQueryClient()
  const refetch = usePayoutRefetch()
  const [payout, setPayout] = useState(opened)
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState(false)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  /** At once, before it is read again: whoever goes on quickly is not refused for the own change. */
  const show = (answer: VerbAnswer) => {
    if (!('version' in answer)) return
    const { status, adjustments, net, version } = answer
    client.setQueryData(payoutsApi.get.queryKey({ input: { payoutId: payout.id } }), (known) =>
      known ? { ...known, status, adjustments, net, version } : known,
    )
  }

  /** Whether it was done. */
  const run = async (verb: (target: PayoutActionInput) => Promise<VerbAnswer>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      show(await verb({ payoutId: payout.id, version: payout.version }))
      void refetch()
      return true
    } catch (error) {
      setStale(isStale(error))
      setProblem(isStale(error) ? undefined : errorText(error, failed))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  const reload = async () => {
    const input = { payoutId: payout.id }
    try {
      setPayout(await client.fetchQuery({ ...payoutsApi.get.queryOptions({ input }), staleTime: 0 }))
      setStale(false)
    } catch (error) {
      setProblem(errorText(error, 'This payout could not be loaded'))
    }
  }
  return { payout, problem, stale, busy, run, reload }
}

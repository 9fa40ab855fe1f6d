import { useQueryClient } from '@tanstack/react-query'
import { verbErrorText } from '@quaff/platform/console/forms/error-text'
import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import type { PayoutActionInput, PayoutState } from '../../../progress/contract'
import type { PayoutStatement } from '../../../statement/contract'
import { payoutsApi } from '../../payout-queries'
import { usePayoutRefetch } from '../../use-payout-refresh'

type VerbAnswer = PayoutState | { discarded: true }

export function usePayoutVerb(opened: PayoutStatement, failed: string) {
  const client = useQueryClient()
  const refetch = usePayoutRefetch()
  const { row: payout, ...verb } = useVerb({
    what: 'payout',
    opened,
    load: ({ id }) => client.fetchQuery({ ...payoutsApi.get.queryOptions({ input: { payoutId: id } }), staleTime: 0 }),
    refetch,
    textOf: (error, during) => verbErrorText(error, during === 'run' ? failed : 'This payout could not be loaded'),
  })

  /** At once, before it is read again: whoever goes on quickly is not refused for the own change. */
  const show = (answer: VerbAnswer) => {
    if (!('version' in answer)) return
    const { status, adjustments, net, version } = answer
    client.setQueryData(payoutsApi.get.queryKey({ input: { payoutId: payout.id } }), (known) =>
      known ? { ...known, status, adjustments, net, version } : known,
    )
  }
  /** Whether it was done. */
  const run = (call: (target: PayoutActionInput) => Promise<VerbAnswer>) =>
    verb.run(async () => show(await call({ payoutId: payout.id, version: payout.version })))
  return { ...verb, payout, run }
}

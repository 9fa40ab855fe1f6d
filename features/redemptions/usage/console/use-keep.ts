import { useWrite } from '@quaff/platform/console/forms/use-write'
import { redemptionsApi } from '../../console/redemption-queries'
import type { UsageRow } from '../../usage-contract'

/** Says that a flagged redemption is fine, at once and with Undo, or flags it again. */
export function useKeep() {
  const keep = useWrite<UsageRow, boolean>({
    call: ({ id: redemptionId, redeemedAt }, isKept) => redemptionsApi.keep.call({ redemptionId, redeemedAt, isKept }),
    keys: [redemptionsApi.key()],
    failed: 'Couldn’t change the flag',
    done: (saved, isKept) => ({
      title: isKept ? 'Redemption kept' : 'Redemption flagged again',
      undo: () => keep.run(saved, !isKept),
    }),
  })
  return keep
}

import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import type { Page } from '@quaff/platform/shared/pagination'
import { openPayout } from '../../server/reading/open-payouts'
import type { PayoutLinesInput, RenewalLine } from '../../statement/contract'
import { listRenewalRows, renewalOrder } from './line-store'
import { presentRenewal } from './present-line'

export async function listRenewals(
  ctx: Context,
  { payoutId, limit, cursor }: PayoutLinesInput,
): Promise<Page<RenewalLine>> {
  const { actor, scope, found } = await openPayout(ctx, payoutId)
  const { payout } = found
  const rows = await listRenewalRows(ctx.db, scope, payout, { limit, cursor })
  return toPage(rows, { ...renewalOrder, limit, total: payout.renewalCount }, (row) =>
    presentRenewal(row, payout, actor),
  )
}

import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import { openPayout } from '../../server/reading/open-payouts'
import type { PayoutLinesInput, RedemptionLine } from '../../statement/contract'
import { countRedemptionRows, listRedemptionRows, redemptionOrder } from './line-store'
import { presentRedemption } from './present-line'

export async function listPayoutRedemptions(
  ctx: Context,
  { payoutId, limit, cursor }: PayoutLinesInput,
): Promise<Page<RedemptionLine>> {
  const { actor, scope, found } = await openPayout(ctx, payoutId)
  const { payout } = found
  // Counted from the hours of a month, which costs less than asking once more.
  const [rows, counted] = await batchReads(ctx.db, (db) =>
    Promise.all([
      listRedemptionRows(db, scope, payout, { limit, cursor }),
      cursor ? 0 : countRedemptionRows(db, scope, payout, ctx.settings.timeZone),
    ]),
  )
  const of = ['payout redemptions', scope, payoutId]
  const total = await pageTotal(ctx, { rows, limit, cursor, of }, () => Promise.resolve(counted))
  return toPage(rows, { ...redemptionOrder, limit, total }, (row) => presentRedemption(row, actor))
}

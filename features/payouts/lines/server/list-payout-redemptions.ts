import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
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
  const rows = await listRedemptionRows(ctx.db, scope, payout, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['payout redemptions', scope, payoutId] }, () =>
    countRedemptionRows(ctx.db, scope, payout, ctx.settings.timeZone),
  )
  return toPage(rows, { ...redemptionOrder, limit, total }, (row) => presentRedemption(row, actor))
}

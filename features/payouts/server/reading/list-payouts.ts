import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListPayoutsInput, PayoutRow } from '../../contract'
import { payoutsOf, requirePayee } from './open-payouts'
import { countPayoutRows, cursorOf, listPayoutRows } from './payout-read-store'
import { presentPayoutRow } from './present-payout'

export async function listPayouts(
  ctx: Context,
  { limit, cursor, sort, order, ...filter }: ListPayoutsInput,
): Promise<Page<PayoutRow>> {
  const { actor, scope } = payoutsOf(ctx, filter.merchantId)
  const [rows] = await batchReads(ctx.db, (db) =>
    Promise.all([listPayoutRows(db, scope, filter, { limit, cursor, sort, order }), requirePayee(db, scope)]),
  )
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['payouts', scope, filter] }, () =>
    countPayoutRows(ctx.db, scope, filter),
  )
  return toPage(rows, { ...cursorOf({ sort, order }), limit, total }, (row) => presentPayoutRow(ctx, row, actor))
}

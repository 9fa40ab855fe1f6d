import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListRedemptionsInput, UsageRow } from '../contract'
import { countUsage } from './count-usage'
import { openRedemptions, scopeOf } from './open-venue'
import { listUsageRows, usageOrder, usageQuery } from './usage-store'

export async function listRedemptions(ctx: Context, input: ListRedemptionsInput): Promise<Page<UsageRow>> {
  const { merchantId, limit, cursor, ...asked } = input
  const { scope } = scopeOf(ctx, merchantId, 'redemption.list')
  const filter = usageQuery(ctx, asked)
  const [{ present }, rows] = await askTogether(ctx.db, (db) =>
    Promise.all([openRedemptions({ ...ctx, db }, merchantId), listUsageRows(db, scope, filter, { limit, cursor })]),
  )
  const [total, shown] = await askTogether(ctx.db, (db) =>
    Promise.all([
      pageTotal(ctx, { rows, limit, cursor, of: ['redemptions', scope, filter] }, () =>
        countUsage({ ...ctx, db }, scope, filter),
      ),
      present(rows, db),
    ]),
  )
  return { ...toPage(rows, { ...usageOrder, limit, total }, (row) => row), rows: shown }
}

import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListRedemptionsInput, UsageRow } from '../contract'
import { countUsage } from './count-usage'
import { openRedemptions } from './open-venue'
import { listUsageRows, usageOrder, usageQuery } from './usage-store'

export async function listRedemptions(ctx: Context, input: ListRedemptionsInput): Promise<Page<UsageRow>> {
  const { merchantId, limit, cursor, ...asked } = input
  const { scope, present } = await openRedemptions(ctx, merchantId)
  const filter = usageQuery(ctx, asked)
  const rows = await listUsageRows(ctx.db, scope, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['redemptions', scope, filter] }, () =>
    countUsage(ctx, scope, filter),
  )
  const page = toPage(rows, { ...usageOrder, limit, total }, (row) => row)
  return { ...page, rows: await present(rows) }
}

import { openCalendar } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListRedemptionsInput, UsageRow } from '../contract'
import { countUsage } from './count-usage'
import { openVenue, scopeOf } from './open-venue'
import { presentUsage } from './present-usage'
import {
  listNamedUsageRows,
  listUsageRows,
  usageOrder,
  usageQuery,
  type UsagePage,
  type UsageQuery,
} from './usage-store'
import { venueOfRows } from './venue-store'

export async function listRedemptions(ctx: Context, input: ListRedemptionsInput): Promise<Page<UsageRow>> {
  const { merchantId, limit, cursor, ...asked } = input
  const { actor, scope } = scopeOf(ctx, merchantId, 'redemption.list')
  const { ctx: local } = asked.slot ? await openCalendar(ctx, scope) : { ctx }
  const filter = usageQuery(local, asked)
  const { rows, venue } = await readPage(ctx, merchantId, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['redemptions', scope, filter] }, () =>
    countUsage(ctx, scope, filter),
  )
  return toPage(rows, { ...usageOrder, limit, total }, (row) => presentUsage(row, venue, actor))
}

/** Beside the names of one merchant, or with those of each row. */
async function readPage(ctx: Context, merchantId: string | undefined, filter: UsageQuery, page: UsagePage) {
  const { scope } = scopeOf(ctx, merchantId, 'redemption.list')
  if (merchantId === undefined) {
    const rows = await listNamedUsageRows(ctx.db, scope, filter, page)
    return { rows, venue: venueOfRows(rows, ctx.settings.timeZone) }
  }
  const [{ venue }, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([openVenue({ ...ctx, db }, merchantId), listUsageRows(db, scope, filter, page)]),
  )
  return { rows, venue }
}

import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListLocationsInput, LocationRow } from '../contract'
import { openingAt } from '../opening-rules'
import { locationPermissions } from '../permissions'
import { readSchedule } from '../rules'
import { presentLocationRow } from './location-presenter'
import { countLocationRows, listLocationRows, listLocationsOf } from './location-store'
import { findPlanPlaces } from './usage-store'

/** Days of the redemption column, today included. */
export const usageDays = 30

/** Locations of one merchant. Which are open is the rule's word; the database pages through those it picked. */
export async function listLocations(ctx: Context, input: ListLocationsInput): Promise<Page<LocationRow>> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.list')
  const { status, q, sort, order, limit, cursor } = input
  const scope = scopeToMerchant(actor, input.merchantId)
  const now = ctx.clock.now()
  const platformZone = ctx.settings.timeZone
  const all = status && (await listLocationsOf(ctx.db, scope))
  const ids = all
    ?.filter(
      ({ fields, merchantZone }) =>
        openingAt(readSchedule(fields, merchantZone ?? platformZone), now).status === status,
    )
    .map(({ id }) => id)
  const filter = { q, ids }
  const [merchant, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      findPlanPlaces(db, scope),
      listLocationRows(db, scope, { ...input, ids }, usageDays, { now, platformZone }),
    ]),
  )
  if (!merchant) throw merchantNotFound()
  const { plans, timeZone } = merchant
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['locations', scope, filter] }, () =>
    countLocationRows(ctx.db, scope, filter),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) =>
    presentLocationRow(row.location, { last30Days: row.last30Days, plans, now, zone: timeZone ?? platformZone }),
  )
}

import { type MerchantScope, openCalendar, scopeKey } from '@quaff/features/sessions/server'
import { maskName } from '@quaff/features/subscriptions/rules'
import {
  adminRole,
  batchReads,
  clampInstant,
  type Context,
  type Page,
  pageLimits,
  pageTotal,
  refuse,
  repeatedRead,
  type Services,
  startOfHourIn,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import { redemptionRefusals } from '../../refusals'
import { redemptionView } from '../../rules'
import type {
  CountRedemptionsInput,
  GetRedemptionInput,
  ListRedemptionsInput,
  RedemptionCounts,
  UsageOptions,
  UsageRow,
} from '../../usage-contract'
import { flagsOf } from '../../usage-rules'
import { openRedemptions, openVenue, scopeOf } from './open-venue'
import {
  countHours,
  countHoursOfAll,
  countUsageRows,
  findUsageRow,
  listCounts,
  listMethods,
  listNamedUsageRows,
  listUsageRows,
  type UsageDetails,
  usageOrder,
  type UsagePage,
  usageQuery,
  type UsageQuery,
} from './usage-store'
import { type VenueDetails, venueOfRows } from './venue-store'

export async function listRedemptions(ctx: Context, input: ListRedemptionsInput): Promise<Page<UsageRow>> {
  const { merchantId, limit, cursor, ...requested } = input
  const { actor, scope } = scopeOf(ctx, merchantId, 'redemption.list')
  const { ctx: local } = requested.slot ? await openCalendar(ctx, scope) : { ctx }
  const filter = usageQuery(local, requested)
  const { rows, venue } = await readPage(ctx, merchantId, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['redemptions', scope, filter] }, () =>
    countUsage(ctx, scope, filter),
  )
  return toPage(rows, { ...usageOrder, limit, total }, (row) => presentUsage(row, venue, actor))
}

/** Reads rows with the names of one merchant, or with the names of each row. */
async function readPage(ctx: Context, merchantId: string | undefined, filter: UsageQuery, page: UsagePage) {
  const { scope } = scopeOf(ctx, merchantId, 'redemption.list')
  if (merchantId === undefined) {
    const rows = await repeatedRead(ctx.db, ['named redemptions', scopeKey(scope), filter, page], () =>
      listNamedUsageRows(ctx.db, scope, filter, page),
    )
    return { rows, venue: venueOfRows(rows, ctx.settings.timeZone) }
  }
  const [{ venue }, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openVenue({ ...ctx, db }, merchantId),
      repeatedRead(db, ['redemptions', scopeKey(scope), filter, page], () => listUsageRows(db, scope, filter, page)),
    ]),
  )
  return { rows, venue }
}

/** Without a merchant, counts all that the viewer may see. */
export async function countRedemptions(ctx: Context, { merchantId }: CountRedemptionsInput): Promise<RedemptionCounts> {
  const { scope } =
    merchantId === undefined ? scopeOf(ctx, undefined, 'redemption.list') : await openVenue(ctx, merchantId)
  const counts = await listCounts(ctx.db, scope)
  return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) }
}

export async function getRedemption(ctx: Context, input: GetRedemptionInput): Promise<UsageRow> {
  const { scope, present } = await openRedemptions(ctx, input.merchantId)
  const row = await findUsageRow(ctx.db, scope, { id: input.redemptionId, redeemedAt: input.redeemedAt })
  const [shown] = row ? await present([row]) : []
  if (!shown) throw refuse(redemptionRefusals, 'REDEMPTION')
  return shown
}

export async function listRedemptionOptions(
  ctx: Context,
  { merchantId }: { merchantId?: string },
): Promise<UsageOptions> {
  const { scope } = scopeOf(ctx, merchantId, 'redemption.list')
  const [{ venue }, methods] = await batchReads(ctx.db, (db) =>
    Promise.all([openRedemptions({ ...ctx, db }, merchantId), listMethods(db, scope)]),
  )
  const named = (found: ReadonlyMap<string, { name: string }> = new Map()) =>
    [...found].map(([id, { name }]) => ({ id, name }))
  return { locations: named(venue?.locations), plans: named(venue?.plans), methods }
}

/**
 * Returns an exact count if the hour counters cover the filter: whole hours, a status, an hour of the week. Rare rows
 * over all merchants always come from counters; otherwise at most ten thousand rows are counted.
 */
export async function countUsage(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  scope: MerchantScope,
  filter: UsageQuery,
): Promise<number> {
  const { from, to, status, slot, locationId, planId, method, q } = filter
  const isRare = status !== undefined || slot !== undefined
  const isNarrow = locationId !== undefined || planId !== undefined || (method ?? q) !== undefined
  const hours = { from, to: to && new Date(clampInstant(to).getTime() + 1) }
  const isWhole = (at: Date | undefined) =>
    at === undefined || startOfHourIn(settings.timeZone, clampInstant(at)).getTime() === at.getTime()
  const isCounted = !isNarrow && isWhole(hours.from) && isWhole(hours.to)
  const counted = scope.all && isRare && isCounted ? undefined : await countUsageRows(db, scope, filter)
  if (counted !== undefined && (counted <= pageLimits.counted || !isCounted)) return counted
  const wanted = { ...hours, status, slot }
  if (!scope.all) return countHours(db, scope, wanted)
  return countHoursOfAll(db, { ...wanted, currentHour: startOfHourIn(settings.timeZone, clock.now()) })
}

/** Lists every returned field by name. The viewer's role decides what is shown of the people. */
export function presentUsage(row: UsageDetails, venue: VenueDetails, reader: UserActor): UsageRow {
  const place = ofMerchant(row.merchantId, row.locationId === null ? undefined : venue.locations.get(row.locationId))
  const plan = ofMerchant(row.merchantId, row.planId === null ? undefined : venue.plans.get(row.planId))
  const view = redemptionView(row, { locationName: place?.name ?? null, planName: plan?.name ?? null })
  const isDated = row.redeemedAt.getTime() !== 0
  const sincePreviousMs = isDated && row.previousAt ? row.redeemedAt.getTime() - row.previousAt.getTime() : null
  const isAdmin = reader.role === adminRole
  return Object.assign(view, {
    subscriberName: isAdmin ? row.displayName : maskName(row.displayName),
    userId: isAdmin ? row.userId : null,
    sincePreviousMs,
    flags: flagsOf(view, { sincePreviousMs, schedule: place?.schedule ?? null, plan: plan?.document ?? null }),
    voided: row.voidedAt && {
      at: row.voidedAt,
      by: markedBy(row.voiderName, row.voiderRole, isAdmin),
      reason: row.voidReason ?? '',
    },
    kept: row.keptAt && { at: row.keptAt, by: markedBy(row.keeperName, row.keeperRole, isAdmin) },
  })
}

/** A reference to another merchant's record is ignored. */
const ofMerchant = <T extends { merchantId: string }>(merchantId: string, found: T | undefined) =>
  found?.merchantId === merchantId ? found : undefined

/** Merchant roles see a colleague's name, but only the role of an administrator. */
const markedBy = (name: string | null, role: string | null, isAdmin: boolean) =>
  !isAdmin && role === adminRole ? 'an administrator' : name

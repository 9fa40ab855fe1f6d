import { surgeWindowMs } from '@quaff/features/activity/rules'
import { openCalendar, scopeKey, type MerchantScope } from '@quaff/features/sessions/server'
import {
  batchReads,
  type Context,
  type Queryable,
  repeatedRead,
  shiftDaysIn,
  startOfDayIn,
} from '@quaff/platform/server'
import { usageLimits, type LiveCounter, type VenueToday } from '../usage-contract'
import { isSurge, isWaiting } from '../usage-rules'
import { openVenue, scopeOf } from '../usage/server/open-venue'
import { presentUsage } from '../usage/server/read-redemptions'
import { listUsageRows, type UsagePage, type UsageQuery } from '../usage/server/usage-store'
import { redemptionDefaults } from '../view-contract'
import { countByMerchant } from './hour-store'
import { readDayFigures } from './read-redemption-figures'

const daysBefore = 7

/** "Today" is in the merchant's zone. The last hour comes from rows, the rest from hour counters. */
export async function getLiveCounter(requested: Context, { merchantId }: { merchantId: string }): Promise<LiveCounter> {
  const opened = scopeOf(requested, merchantId, 'redemption.list')
  const { ctx, scope } = await openCalendar(requested, opened.scope)
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const [{ actor, venue }, figures, lastHour, feed] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openVenue({ ...ctx, db }, merchantId),
      readDayFigures({ ...ctx, db }, scope, { comparedDaysAgo: daysBefore }),
      countUpTo(db, scope, new Date(now.getTime() - surgeWindowMs), now),
      listDay(db, scope, dayOf(ctx), { limit: usageLimits.feed }),
    ]),
  )
  return {
    measuredAt: now,
    timeZone,
    today: figures.today,
    lastHour,
    isSurge: isSurge(lastHour),
    weekAgo: figures.before,
    hours: figures.hours,
    hoursBefore: figures.hoursBefore,
    feed: feed.map((row) => presentUsage(row, venue, actor)),
    hasAny: figures.recordedSince !== null,
  }
}

/** Reads the start page of a venue. It isn't cached, so that a void is seen at once. */
export async function getVenueToday(requested: Context, { merchantId }: { merchantId: string }): Promise<VenueToday> {
  const opened = scopeOf(requested, merchantId, 'redemption.list')
  const { ctx, scope } = await openCalendar(requested, opened.scope)
  const [{ actor, venue }, { today, before, hours }, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openVenue({ ...ctx, db }, merchantId),
      readDayFigures({ ...ctx, db }, scope, { comparedDaysAgo: daysBefore }),
      listDay(db, scope, { ...dayOf(ctx), status: redemptionDefaults.status }, { limit: usageLimits.flagged }),
    ]),
  )
  const completed = rows.map((row) => presentUsage(row, venue, actor))
  const flagged = completed.filter(isWaiting)
  return {
    measuredAt: ctx.clock.now(),
    timeZone: ctx.settings.timeZone,
    today,
    weekAgo: before,
    hours,
    flagged: {
      count: flagged.length,
      isPartial: rows.length === usageLimits.flagged,
      rows: flagged.slice(0, usageLimits.flaggedShown),
    },
    last: completed[0] ?? null,
    schedules: [...venue.locations.values()].map(({ schedule }) => schedule),
  }
}

function dayOf({ clock, settings: { timeZone } }: Context) {
  const now = clock.now()
  return { from: startOfDayIn(timeZone, now), to: new Date(shiftDaysIn(timeZone, now, 1).getTime() - 1) }
}

const listDay = async (db: Queryable, scope: MerchantScope, day: UsageQuery, page: UsagePage) =>
  repeatedRead(db, ['redemptions', scopeKey(scope), day, page], () => listUsageRows(db, scope, day, page))

/** Counts completed redemptions in (from, to]. */
async function countUpTo(db: Queryable, scope: MerchantScope, from: Date, to: Date) {
  const counts = await countByMerchant(db, scope, from, to)
  return counts.reduce((sum, { count }) => sum + count, 0)
}

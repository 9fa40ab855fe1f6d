import { surgeWindowMs } from '@quaff/features/activity/rules'
import { openCalendar, type MerchantScope } from '@quaff/features/sessions/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { shiftDaysIn, startOfDayIn } from '@quaff/platform/shared/calendar'
import { usageLimits, type LiveCounter } from '../usage/contract'
import { isSurge } from '../usage/rules'
import { openVenue, scopeOf } from '../usage/server/open-venue'
import { presentUsage } from '../usage/server/read-redemptions'
import { listUsageRows } from '../usage/server/usage-store'
import { countByMerchant } from './hour-store'
import { readDayFigures } from './read-redemption-figures'

const daysBefore = 7

/** "Today" is in the merchant's zone. The last hour comes from rows, the rest from hour counters. */
export async function getLiveCounter(requested: Context, { merchantId }: { merchantId: string }): Promise<LiveCounter> {
  const opened = scopeOf(requested, merchantId, 'redemption.list')
  const { ctx, scope } = await openCalendar(requested, opened.scope)
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const today = startOfDayIn(timeZone, now)
  const tomorrow = shiftDaysIn(timeZone, now, 1)
  const [{ actor, venue }, figures, lastHour, feed] = await batchReads(ctx.db, (db) =>
    Promise.all([
      openVenue({ ...ctx, db }, merchantId),
      readDayFigures({ ...ctx, db }, scope, { comparedDaysAgo: daysBefore }),
      countUpTo(db, scope, new Date(now.getTime() - surgeWindowMs), now),
      listUsageRows(db, scope, { from: today, to: new Date(tomorrow.getTime() - 1) }, { limit: usageLimits.feed }),
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

/** Counts completed redemptions in (from, to]. */
async function countUpTo(db: Queryable, scope: MerchantScope, from: Date, to: Date): Promise<number> {
  const counts = await countByMerchant(db, scope, from, to)
  return counts.reduce((sum, { count }) => sum + count, 0)
}

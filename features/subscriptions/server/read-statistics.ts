import { type MerchantScope, openCalendar } from '@quaff/features/sessions/server'
import { authorize, batchReads, type Context, dayKeyIn } from '@quaff/platform/server'
import { churnWindowStart } from '../churn-rules'
import { subscriptionLimits } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { dayKeysUpTo, levelsFromEntries } from '../rules'
import type { Growth, OverallStatisticsView, PlanStatistics, PlanStatsInput, StatsInput } from '../statistics-contract'
import { overallStatisticsOf, planStatisticsOf } from '../statistics-rules'
import { countCanceledSince, countChurnedByPlan, listCreatedOfActive, sumByPlan } from './statistics-store'
import { scopeOf } from './subscription-scope'
import { sumTotals } from './totals-store'

/** Reads counters only. */
export function readStatistics(ctx: Context, { merchantId }: StatsInput): Promise<OverallStatisticsView> {
  const measuredAt = ctx.clock.now()
  return readOpened(ctx, merchantId, async ({ db, settings: { timeZone } }, scope) => {
    const churnedSince = churnWindowStart(timeZone, measuredAt)
    const [totals, churned] = await Promise.all([
      sumTotals(db, scope),
      countCanceledSince(db, scope, dayKeyIn(timeZone, churnedSince)),
    ])
    return { ...overallStatisticsOf(totals, churned), churnedSince, measuredAt, timeZone }
  })
}

/**
 * Runs `read` in one statement, on the calendar of one merchant or for everything that the actor may see. Foreign and
 * missing merchants are not found.
 */
async function readOpened<T>(
  ctx: Context,
  merchantId: string | undefined,
  read: (local: Context, scope: MerchantScope) => Promise<T>,
) {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.stats')
  const { ctx: local, scope } = await openCalendar(ctx, scopeOf(actor, merchantId))
  return batchReads(local.db, (db) => read({ ...local, db }, scope))
}

/** Returns growth (G28) from counters: active now, less those created after each day. */
export function readGrowth(ctx: Context, { merchantId }: StatsInput): Promise<Growth> {
  const measuredAt = ctx.clock.now()
  return readOpened(ctx, merchantId, async ({ db, settings: { timeZone } }, scope) => {
    const days = dayKeysUpTo(measuredAt, timeZone, subscriptionLimits.growthPoints)
    const [totals, created] = await Promise.all([sumTotals(db, scope), listCreatedOfActive(db, scope, days[0] ?? '')])
    const active = totals.filter(({ status }) => status === 'active').reduce((sum, { count }) => sum + count, 0)
    const today = days.at(-1) ?? ''
    const later = created.filter(({ day }) => day > today).reduce((sum, { count }) => sum + count, 0)
    const levels = levelsFromEntries(active - later, days, new Map(created.map(({ day, count }) => [day, count])))
    return { points: days.map((date, index) => ({ date, count: levels[index] ?? 0 })), measuredAt, timeZone }
  })
}

/** Reads plan counters, and the cancellations of the window from the merchant's index. */
export function readPlanStatistics(
  ctx: Context,
  { merchantId }: PlanStatsInput,
): Promise<{ plans: PlanStatistics[]; measuredAt: Date; timeZone: string }> {
  const measuredAt = ctx.clock.now()
  return readOpened(ctx, merchantId, async ({ db, settings: { timeZone } }, scope) => {
    const [groups, churned] = await Promise.all([
      sumByPlan(db, scope),
      countChurnedByPlan(db, scope, churnWindowStart(timeZone, measuredAt)),
    ])
    return { plans: planStatisticsOf(groups, churned), measuredAt, timeZone }
  })
}

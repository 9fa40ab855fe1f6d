import type { Context } from '@quaff/platform/server/context'
import { subscriptionLimits } from '../../contract'
import { dayKeysUpTo, levelsFromEntries } from '../../rules'
import { sumTotals } from '../../server/totals-store'
import type { Growth, StatsInput } from '../contract'
import { readOpened } from './open-statistics'
import { listCreatedOfActive } from './statistics-store'

/** G28, from the counters: what is active now, less what of it was created after each day. */
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

import type { Context } from '@quaff/platform/server/context'
import { insightLimits, type HeavyUsers, type HeavyUsersInput } from '../contract'
import { countQuickGaps, drinksPerDay, insightWindows, isFlagged } from '../rules'
import { listMoments, listTopDrinkers } from './insights-store'
import { openInsights, type OpenedInsights } from './open-insights'
import { presentPerson } from './present-person'

/** Who redeems most, and whose drinks follow each other too fast. */
export async function listHeavyUsers(ctx: Context, { merchantId }: HeavyUsersInput): Promise<HeavyUsers> {
  const opened = await openInsights(ctx, merchantId)
  const { drinkers, ...measured } = await opened.once(['heavy'], () => readDrinkers(opened))
  return {
    rows: drinkers.map(({ userId, name, ...figures }) => ({
      ...presentPerson(opened.actor, { userId, name }),
      ...figures,
      drinksPerDay: drinksPerDay(figures.drinks, insightLimits.heavyDays),
      flagged: isFlagged(figures.quickGaps),
    })),
    ...measured,
  }
}

async function readDrinkers({ ctx, scope }: OpenedInsights) {
  const { timeZone } = ctx.settings
  const measuredAt = ctx.clock.now()
  const { window } = insightWindows(timeZone, measuredAt, insightLimits.heavyDays)
  const top = await listTopDrinkers(ctx.db, scope, window, insightLimits.heavyRows)
  const moments = await listMoments(
    ctx.db,
    scope,
    window,
    top.map(({ userId }) => userId),
  )
  return {
    drinkers: top.map((drinker) => ({ ...drinker, quickGaps: countQuickGaps(moments.get(drinker.userId) ?? []) })),
    window,
    timeZone,
    measuredAt,
  }
}

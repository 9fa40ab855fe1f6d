import { breakEvenDrinks, headlinePrice } from '@quaff/features/plans/prices/rules'
import { readPlanFields } from '@quaff/features/plans/rules'
import { readPlanFigures } from '@quaff/features/plans/server'
import { churnWindowStart, resolvePrice } from '@quaff/features/subscriptions/rules'
import type { Context } from '@quaff/platform/server/context'
import type { PlanInsight, PlanInsights, PlanInsightsInput } from '../contract'
import { listPlansWithPrices } from './insights-store'
import { openInsights } from './open-insights'

/** G35, with the figures that the plans' own list shows. */
export async function getPlanInsights(asked: Context, { merchantId }: PlanInsightsInput): Promise<PlanInsights> {
  const { ctx, scope, once } = await openInsights(asked, merchantId)
  return once(['plans'], async () => {
    const measuredAt = ctx.clock.now()
    const plans = await listPlansWithPrices(ctx.db, scope)
    const figures = await readPlanFigures(ctx, ctx.db, scope)
    const rows = plans.map((plan): PlanInsight => {
      const { activeSubscribers, drinks, averageSubscriptionValue, pricePerDrink } = figures.of(plan.id)
      const prices = plan.prices.map((price) => ({ ...resolvePrice(price), active: price.active }))
      const price = headlinePrice(prices)
      const { singleDrinkPrice } = readPlanFields(plan.fields)
      return {
        planId: plan.id,
        name: plan.name.trim() || 'Unknown Plan',
        active: plan.active,
        activeSubscribers,
        drinks,
        monthly: averageSubscriptionValue,
        pricePerDrink,
        singleDrinkPrice:
          price && singleDrinkPrice ? { amountMinor: singleDrinkPrice, currency: price.currency } : null,
        breakEvenDrinks: breakEvenDrinks(price, singleDrinkPrice),
      }
    })
    return {
      rows: rows.sort(bySubscribers),
      withoutPlan: figures.all.activeSubscribers - rows.reduce((sum, row) => sum + row.activeSubscribers, 0),
      window: { from: churnWindowStart(ctx.settings.timeZone, measuredAt), to: measuredAt },
      timeZone: ctx.settings.timeZone,
      measuredAt,
    }
  })
}

/** Equal ones stay in the order of their names. */
const bySubscribers = (one: PlanInsight, other: PlanInsight) => other.activeSubscribers - one.activeSubscribers

import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import type { Services } from '@quaff/platform/server'

export type PlanDetails = Partial<typeof subscriptionPlans.$inferInsert> & {
  merchantId: string
  prices?: Partial<Omit<typeof planPrices.$inferInsert, 'planId' | 'position'>>[]
}

/** An active plan of one drink a day for 29 dollars a month; overrides by argument. */
export async function insertPlan(services: Services, { prices, ...details }: PlanDetails) {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('pln')
  const plan = {
    id,
    name: 'Daily Cup',
    fields: { description: 'One drink a day', allowance: { drinks: 1, per: 'day' } },
    createdAt: now,
    updatedAt: now,
    ...details,
  }
  await services.db.insert(subscriptionPlans).values(plan)
  const rows = (prices ?? [{}]).map((price, position) => ({
    id: services.ids.newId('pri'),
    amountMinor: 2_900,
    ...price,
    planId: id,
    position,
  }))
  if (rows.length > 0) await services.db.insert(planPrices).values(rows)
  return { ...plan, prices: rows }
}

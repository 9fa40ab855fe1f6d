import { sql } from 'drizzle-orm'
import { codeIn, columnAmount, jsonAmount, type AmountTable } from '@quaff/platform/server/amounts'
import { planPrices, subscriptionPlans } from './tables'

/** The price of a single drink is in the currency of `headlinePrice`. */
const headlineCurrency = sql`(select lower(price.currency) from ${planPrices} price where price.plan_id = ${subscriptionPlans.id}
  order by price.active desc, price.position, price.id limit 1)`

export const planAmounts: readonly AmountTable[] = [
  {
    table: planPrices,
    currency: codeIn(planPrices.currency),
    amounts: [columnAmount(planPrices.amountMinor)],
    isIndex: true,
  },
  {
    table: subscriptionPlans,
    currency: headlineCurrency,
    amounts: [jsonAmount(subscriptionPlans.fields, 'singleDrinkPrice')],
  },
]

import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { type AmountTable, codeIn, columnAmount, jsonAmount } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'

export const subscriptionPlans = pgTable(
  'subscription_plans',
  {
    id: text().primaryKey(),
    merchantId: idOf('merchant_id', () => merchants.id, 'cascade'),
    name: text().notNull(),
    active: boolean().notNull().default(true),
    fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('subscription_plans_merchant').on(table.merchantId, table.name),
    /** Serves programs that copy the plans of all merchants. */
    index('subscription_plans_created').on(table.createdAt, table.id),
    index('subscription_plans_updated').on(table.updatedAt, table.id),
  ],
)

export const planPrices = pgTable(
  'plan_prices',
  {
    id: text().primaryKey(),
    planId: idOf('plan_id', () => subscriptionPlans.id, 'cascade'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text().notNull().default('usd'),
    interval: text().notNull().default('month'),
    intervalCount: integer('interval_count').notNull().default(1),
    active: boolean().notNull().default(true),
    /** Order in the editor; the first active price is the one that lists show. */
    position: integer().notNull().default(0),
  },
  (table) => [index('plan_prices_plan').on(table.planId)],
)

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

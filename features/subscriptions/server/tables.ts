import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { HoldReason } from '../charges-contract'
import type { SubscriptionEventKind } from '../contract'

/** The nested price document that fills in what the subscription itself lacks (spec §3). */
export type PriceDetails = { amount?: number; currency?: string; interval?: string; intervalCount?: number }

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    merchantId: idOf('merchant_id', () => merchants.id),
    planId: text('plan_id'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text().notNull(),
    amountMinor: integer('amount_minor'),
    currency: text(),
    interval: text(),
    intervalCount: integer('interval_count'),
    priceDetails: jsonb('price_details').$type<PriceDetails>(),
    /** The result of `monthlyAmountMinor` at write time, so that sums need no formula in SQL. */
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
    /** The resolved currency (default usd). */
    billingCurrency: text('billing_currency').notNull(),
    cancelReason: text('cancel_reason'),
    /** Ends with the current period. */
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Ends at this time instead; never set together with `cancelAtPeriodEnd`. */
    cancelAt: instant('cancel_at'),
    /** The administrator who canceled it or scheduled its end. Null if no administrator did. */
    canceledBy: text('canceled_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    /** Periods that start before it were paid out by the previous system and are never charged here. */
    paidUntil: instant('paid_until'),
  },
  (table) => [
    index('subscriptions_merchant_created').on(table.merchantId, table.createdAt.desc()),
    index('subscriptions_merchant_status').on(table.merchantId, table.status, table.createdAt.desc()),
    index('subscriptions_plan').on(table.planId, table.status),
    /** Covers sums per plan, which read only this index: the largest merchants have tens of thousands of rows. */
    index('subscriptions_plan_figures').on(
      table.merchantId,
      table.planId,
      table.status,
      table.billingCurrency,
      table.monthlyMinor,
    ),
    index('subscriptions_user').on(table.userId, table.createdAt.desc()),
    index('subscriptions_created').on(table.createdAt.desc()),
    index('subscriptions_merchant_updated').on(table.merchantId, table.status, table.updatedAt.desc()),
    index('subscriptions_status_created').on(table.status, table.createdAt.desc()),
    index('subscriptions_plan_created').on(table.planId, table.createdAt.desc()),
    /** Used by the activity feed. A prepared statement must write the status as a literal to use it. */
    index('subscriptions_canceled')
      .on(table.updatedAt.desc())
      .where(sql`status = 'canceled'`),
    /** Used by API clients that keep a copy: rows changed since a time, for all merchants and for one. */
    index('subscriptions_updated').on(table.updatedAt, table.id),
    index('subscriptions_merchant_changed').on(table.merchantId, table.updatedAt, table.id),
    index('subscriptions_code').on(sql`(lower(translate(${table.id}, '_-', '') collate "C"))`),
    /** Scheduled cancellations are few. The job, the filter and the counts read only this index. */
    index('subscriptions_scheduled_end')
      .on(sql`coalesce(cancel_at, current_period_end)`, table.merchantId)
      .where(sql`(cancel_at_period_end or cancel_at is not null) and status <> 'canceled'`),
  ],
)

/** The subscribers' texts of `user_search` in the order of the list. Triggers of both tables write it. */
export const subscriptionSearch = pgTable(
  'subscription_search',
  { id: text().primaryKey(), createdAt: instant('created_at').notNull(), text: text().notNull() },
  (table) => [index('subscription_search_created').on(table.createdAt, table.id, table.text)],
)

/** One row per paid period (G34), written when first seen. Billed amounts change it until a payout includes it. */
export const subscriptionCharges = pgTable(
  'subscription_charges',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    merchantId: text('merchant_id').notNull(),
    planId: text('plan_id'),
    userId: text('user_id'),
    /** Amount owed: the billed amount if payment events report one, else the list price. */
    amountMinor: integer('amount_minor').notNull(),
    /** List price of a billed charge. Null if `amountMinor` is the list price. */
    listMinor: integer('list_minor'),
    /** Sum of the correction lines in payouts. */
    correctedMinor: integer('corrected_minor').notNull().default(0),
    /** Created from a billed change within a period, which has no list price. */
    isProration: boolean('is_proration').notNull().default(false),
    currency: text().notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'subscription_charges_pk', columns: [table.subscriptionId, table.periodStart] }),
    index('subscription_charges_merchant').on(table.merchantId, table.periodStart, table.currency, table.amountMinor),
    /** Sums of a month over all merchants read only this index. */
    index('subscription_charges_period').on(table.periodStart, table.merchantId, table.currency, table.amountMinor),
    /** The few charges that were recorded late. Some arrived after their month was paid out. */
    index('subscription_charges_recorded_late')
      .on(table.recordedAt)
      .where(sql`recorded_at - period_start >= '01:00:00'::interval`),
    index('subscription_charges_late').on(table.merchantId, table.recordedAt, table.periodStart),
  ],
)

/**
 * Holds of charges; a row may exist before its charge. A charge is in no payout while one of its rows has no
 * `released_at`.
 */
export const chargeHolds = pgTable(
  'charge_holds',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    reason: text().$type<HoldReason>().notNull(),
    merchantId: text('merchant_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** From this time the charge is paid. If its month was already generated, it is paid like a late charge. */
    releasedAt: instant('released_at'),
    /** Time of the decision never to pay it. It stays held and needs no other decision. */
    withheldAt: instant('withheld_at'),
    /** The administrator. Null if events decided. */
    decidedBy: text('decided_by'),
  },
  (table) => [
    primaryKey({ name: 'charge_holds_pk', columns: [table.subscriptionId, table.periodStart, table.reason] }),
    /** Monthly sums subtract these few rows. Released holds are excluded. */
    index('charge_holds_held')
      .on(table.periodStart, table.merchantId)
      .where(sql`released_at is null`),
    index('charge_holds_merchant')
      .on(table.merchantId)
      .where(sql`released_at is null`),
    index('charge_holds_released').on(table.releasedAt),
  ],
)

/** Sums of charges by merchant, currency and UTC month. Writers add rows, so that none waits; a job merges them. */
export const subscriptionChargeMonths = pgTable(
  'subscription_charge_months',
  {
    month: date({ mode: 'string' }).notNull(),
    merchantId: text('merchant_id').notNull(),
    currency: text().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [index('subscription_charge_months_month').on(table.month)],
)

/** Affiliate code of a subscription (G37), written with its first event. Only `firstDrinkAt` changes. */
export const subscriptionAffiliates = pgTable(
  'subscription_affiliates',
  {
    subscriptionId: text('subscription_id').primaryKey(),
    code: text().notNull(),
    merchantId: text('merchant_id').notNull(),
    userId: text('user_id'),
    startedAt: instant('started_at').notNull(),
    /** First completed redemption at this merchant since the start, set by writers of redemptions. */
    firstDrinkAt: instant('first_drink_at'),
  },
  (table) => [
    index('subscription_affiliates_code').on(table.code, table.startedAt),
    index('subscription_affiliates_person').on(table.userId, table.merchantId),
  ],
)

/** History of a subscription, as its sheet shows it. Insert only. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id').notNull(),
    kind: text().$type<SubscriptionEventKind>().notNull(),
    details: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
    /** The administrator. Null if the consumer or the provider made the change. */
    actorId: text('actor_id'),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    index('subscription_events_subscription').on(table.subscriptionId, table.occurredAt.desc()),
    /** Changes that move the revenue of a month. Renewals, most of the history, are excluded. */
    index('subscription_events_changed')
      .on(table.occurredAt, table.subscriptionId)
      .where(sql`kind in ('status_changed', 'price_changed', 'canceled')`),
  ],
)

/** Level per merchant, status and currency. Only writers of the same merchant wait for each other. */
export const subscriptionTotals = pgTable(
  'subscription_totals',
  {
    merchantId: text('merchant_id').notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    count: integer().notNull(),
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
  },
  (own) => [primaryKey({ name: 'subscription_totals_pk', columns: [own.merchantId, own.status, own.currency] })],
)

/** Level by plan, `''` for no plan, so that lists of plans do not read the merchant's rows. */
export const subscriptionPlanTotals = pgTable(
  'subscription_plan_totals',
  {
    merchantId: text('merchant_id').notNull(),
    planId: text('plan_id').notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    count: integer().notNull(),
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
  },
  (own) => [
    primaryKey({
      name: 'subscription_plan_totals_pk',
      columns: [own.merchantId, own.planId, own.status, own.currency],
    }),
    index('subscription_plan_totals_plan').on(own.planId),
  ],
)

const dayColumns = () => ({
  day: date({ mode: 'string' }).notNull(),
  merchantId: text('merchant_id').notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  /** Subscriptions now in this status that were created on this day (growth). */
  createdCount: integer('created_count').notNull().default(0),
  /** Subscriptions now in this status that were last updated on this day (churn). */
  updatedCount: integer('updated_count').notNull().default(0),
  /** Net entries into this status on this day: level(d) = level now − Σ entered after d. */
  enteredCount: integer('entered_count').notNull().default(0),
  enteredMonthlyMinor: bigint('entered_monthly_minor', { mode: 'number' }).notNull().default(0),
})

/** Per day (platform zone), merchant, status and currency (G35). All columns are sums of signed deltas. */
export const subscriptionDays = pgTable('subscription_days', dayColumns(), (table) => [
  primaryKey({ name: 'subscription_days_pk', columns: [table.day, table.merchantId, table.status, table.currency] }),
  index('subscription_days_merchant').on(table.merchantId, table.day),
])

/** Days in the merchant's own zone, for merchants whose zone differs from the platform's. */
export const subscriptionLocalDays = pgTable('subscription_local_days', dayColumns(), (own) => [
  primaryKey({ name: 'subscription_local_days_pk', columns: [own.merchantId, own.day, own.status, own.currency] }),
])

/** Sums of levels and days over all merchants. Triggers add rows, so that no writer waits; a job merges them. */
export const subscriptionPlatformTotals = pgTable('subscription_platform_totals', {
  status: text().notNull(),
  currency: text().notNull(),
  count: integer().notNull(),
  monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
})

export const subscriptionPlatformDays = pgTable(
  'subscription_platform_days',
  {
    day: date({ mode: 'string' }).notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    createdCount: integer('created_count').notNull(),
    updatedCount: integer('updated_count').notNull(),
    enteredCount: integer('entered_count').notNull(),
    enteredMonthlyMinor: bigint('entered_monthly_minor', { mode: 'number' }).notNull(),
  },
  (table) => [index('subscription_platform_days_day').on(table.day)],
)

/** Sort and display values of merchant lists, updated by the transaction that writes subscriptions. */
export const merchantSubscriptionStats = pgTable(
  'merchant_subscription_stats',
  {
    merchantId: text('merchant_id').primaryKey(),
    /** active + trialing + past_due */
    totalSubscribers: integer('total_subscribers').notNull().default(0),
    activeSubscribers: integer('active_subscribers').notNull().default(0),
    /** Active subscriptions only, in `currency`. Other currencies are in subscription_totals. */
    monthlyRevenueMinor: bigint('monthly_revenue_minor', { mode: 'number' }).notNull().default(0),
    currency: text().notNull().default('usd'),
    /** createdAt of the newest subscription. */
    lastActivityAt: instant('last_activity_at'),
  },
  (table) => [
    index('merchant_subscription_stats_subscribers').on(table.activeSubscribers, table.merchantId),
    index('merchant_subscription_stats_revenue').on(table.monthlyRevenueMinor, table.merchantId),
    index('merchant_subscription_stats_activity').on(table.lastActivityAt, table.merchantId),
  ],
)

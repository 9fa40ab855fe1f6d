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
    /** The rule's result at write time, so that sums need no formula in SQL. */
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
    /** The resolved currency (default usd). */
    billingCurrency: text('billing_currency').notNull(),
    cancelReason: text('cancel_reason'),
    /** Ends with the current period; until then everything else stays as it is. */
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Ends at this time instead; never set together with `cancelAtPeriodEnd`. */
    cancelAt: instant('cancel_at'),
    /** The administrator who canceled it, or asked for it; null where the subscription ended by itself. */
    canceledBy: text('canceled_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    /** Periods that start before it were paid out by the system that it came from, and are never charged here. */
    paidUntil: instant('paid_until'),
  },
  (table) => [
    index('subscriptions_merchant_created').on(table.merchantId, table.createdAt.desc()),
    index('subscriptions_merchant_status').on(table.merchantId, table.status, table.createdAt.desc()),
    index('subscriptions_plan').on(table.planId, table.status),
    /** Figures per plan are sums over this index alone: the largest merchants have tens of thousands of rows. */
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
    /** The newest cancellations of all merchants, for the activity feed; the status stands in the query as text, or a prepared one could not use it. */
    index('subscriptions_canceled')
      .on(table.updatedAt.desc())
      .where(sql`status = 'canceled'`),
    /** What programs that keep a copy ask for: the rows that changed since, of all merchants and of one. */
    index('subscriptions_updated').on(table.updatedAt, table.id),
    index('subscriptions_merchant_changed').on(table.merchantId, table.updatedAt, table.id),
    /** Scheduled cancellations, few among all: the job, the filter and the counts read this index alone. */
    index('subscriptions_scheduled_end')
      .on(sql`coalesce(cancel_at, current_period_end)`, table.merchantId)
      .where(sql`(cancel_at_period_end or cancel_at is not null) and status <> 'canceled'`),
  ],
)

/** One row per paid period of a subscription, written when the period is first seen (G34). Billed amounts change it until a payout takes it. */
export const subscriptionCharges = pgTable(
  'subscription_charges',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    periodEnd: instant('period_end').notNull(),
    merchantId: text('merchant_id').notNull(),
    planId: text('plan_id'),
    userId: text('user_id'),
    /** What is owed: the billed amount where payment events say it, else the list price. */
    amountMinor: integer('amount_minor').notNull(),
    /** The list price of a charge whose amount was billed; null where it is the amount. */
    listMinor: integer('list_minor'),
    /** What correction lines of payouts add to the amount. */
    correctedMinor: integer('corrected_minor').notNull().default(0),
    /** Made by the billed amount of a change within a period, which has no list price. */
    isProration: boolean('is_proration').notNull().default(false),
    currency: text().notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'subscription_charges_pk', columns: [table.subscriptionId, table.periodStart] }),
    index('subscription_charges_merchant').on(table.merchantId, table.periodStart, table.currency, table.amountMinor),
    /** Sums of a month over all merchants read this index alone. */
    index('subscription_charges_period').on(table.periodStart, table.merchantId, table.currency, table.amountMinor),
    /** Charges that became known late, few among all: those after their month was paid out are among them. */
    index('subscription_charges_recorded_late')
      .on(table.recordedAt)
      .where(sql`recorded_at - period_start >= '01:00:00'::interval`),
    index('subscription_charges_late').on(table.merchantId, table.recordedAt, table.periodStart),
  ],
)

/**
 * Charges that no payout may take. A charge is held while one of its rows has no `released_at`; its row here may come
 * before the charge itself.
 */
export const chargeHolds = pgTable(
  'charge_holds',
  {
    subscriptionId: text('subscription_id').notNull(),
    periodStart: instant('period_start').notNull(),
    reason: text().$type<HoldReason>().notNull(),
    merchantId: text('merchant_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** From then on the charge is paid; after its month was generated, like a late one. */
    releasedAt: instant('released_at'),
    /** Decided that it is never paid: it stays held and asks no longer for a decision. */
    withheldAt: instant('withheld_at'),
    /** The administrator; null where events decided. */
    decidedBy: text('decided_by'),
  },
  (table) => [
    primaryKey({ name: 'charge_holds_pk', columns: [table.subscriptionId, table.periodStart, table.reason] }),
    /** What sums of a month subtract: few rows, whatever was released before. */
    index('charge_holds_held')
      .on(table.periodStart, table.merchantId)
      .where(sql`released_at is null`),
    index('charge_holds_merchant')
      .on(table.merchantId)
      .where(sql`released_at is null`),
    index('charge_holds_released').on(table.releasedAt),
  ],
)

/**
 * Charges by merchant, currency and UTC month: the sum of its rows. Triggers add a row with each write, so that no two
 * writers wait for each other; a job adds them up.
 */
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

/** Through whose link a subscription came (G37); written with its first event and never changed but for the first drink. */
export const subscriptionAffiliates = pgTable(
  'subscription_affiliates',
  {
    subscriptionId: text('subscription_id').primaryKey(),
    code: text().notNull(),
    merchantId: text('merchant_id').notNull(),
    userId: text('user_id'),
    startedAt: instant('started_at').notNull(),
    /** Of the person at this merchant, since the start; what writes redemptions tells it. */
    firstDrinkAt: instant('first_drink_at'),
  },
  (table) => [
    index('subscription_affiliates_code').on(table.code, table.startedAt),
    index('subscription_affiliates_person').on(table.userId, table.merchantId),
  ],
)

/** The history of a subscription as its sheet shows it. Insert only. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    id: text().primaryKey(),
    subscriptionId: text('subscription_id').notNull(),
    kind: text().$type<SubscriptionEventKind>().notNull(),
    details: jsonb().$type<Record<string, string | number | null>>().notNull().default({}),
    /** The administrator; null for what the consumer or the provider did. */
    actorId: text('actor_id'),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    index('subscription_events_subscription').on(table.subscriptionId, table.occurredAt.desc()),
    /** What moved the revenue of a month: renewals, most of the history by far, are not among it. */
    index('subscription_events_changed')
      .on(table.occurredAt, table.subscriptionId)
      .where(sql`kind in ('status_changed', 'price_changed', 'canceled')`),
  ],
)

/** Current level per merchant, status and currency; only writers of one merchant meet on its rows. */
export const subscriptionTotals = pgTable(
  'subscription_totals',
  {
    merchantId: text('merchant_id').notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    count: integer().notNull(),
    monthlyMinor: bigint('monthly_minor', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'subscription_totals_pk', columns: [table.merchantId, table.status, table.currency] }),
  ],
)

/** The same level by plan, `''` for subscriptions without one: what lists of plans read instead of the merchant's rows. */
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
  (table) => [
    primaryKey({
      name: 'subscription_plan_totals_pk',
      columns: [table.merchantId, table.planId, table.status, table.currency],
    }),
    index('subscription_plan_totals_plan').on(table.planId),
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

/** The same days in the merchant's own zone, of merchants whose zone is not the platform's. */
export const subscriptionLocalDays = pgTable('subscription_local_days', dayColumns(), (own) => [
  primaryKey({ name: 'subscription_local_days_pk', columns: [own.merchantId, own.day, own.status, own.currency] }),
])

/**
 * The same levels and days over all merchants: the sums of their rows. Triggers add a row with each change, so that no two
 * writers wait for each other; a job adds them up.
 */
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

/** What merchant lists sort and show; kept in the transaction that writes the merchant's subscriptions. */
export const merchantSubscriptionStats = pgTable(
  'merchant_subscription_stats',
  {
    merchantId: text('merchant_id').primaryKey(),
    /** active + trialing + past_due */
    totalSubscribers: integer('total_subscribers').notNull().default(0),
    activeSubscribers: integer('active_subscribers').notNull().default(0),
    /** Of `active` only, in `currency`; further currencies stand in subscription_totals. */
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

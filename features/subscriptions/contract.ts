import { z } from 'zod'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, mark, oneOf, span, text } from '@quaff/platform/shared/fields/fields'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { chargesContract, chargeSchema } from './charges-contract'
import { endingContract } from './ending-contract'
import { statisticsContract } from './statistics-contract'

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const billingIntervals = ['day', 'week', 'month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/** Spec §9. */
export const subscriptionLimits = {
  growthPoints: 31,
  recentDefault: 10,
  maxRows: 200,
  shownCharges: 24,
  shownEvents: 100,
  exportSelection: 500,
} as const
export const subscriptionDefaults = { currency: 'usd', interval: 'month', intervalCount: 1 } as const

export const subscriberSchema = z.object({
  subscriptionId: z.string(),
  merchantId: z.string(),
  /** "Ana P." for merchant roles. Null if the account is deleted or has no name. */
  subscriberName: z.string().nullable(),
  /** Administrators only. Never a placeholder. */
  email: z.string().nullable(),
  /** Administrators only. */
  userId: z.string().nullable(),
  planId: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** Minor units, per `intervalCount` intervals; fallbacks of spec §3 applied. */
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
  /** The epoch if missing. */
  createdAt: z.date(),
  updatedAt: z.date(),
  currentPeriodStart: z.date(),
  currentPeriodEnd: z.date(),
  /** Null if no end is scheduled. */
  endsAt: z.date().nullable(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

/** Newest first. `counts` cover the whole merchant, independent of the filter. */
export const subscriberListSchema = z.object({
  subscribers: z.array(subscriberSchema),
  counts: z.record(z.enum(subscriptionStatuses), z.int()),
})
export type SubscriberList = z.infer<typeof subscriberListSchema>

/** Statuses of current subscriptions. Canceled ones are history (spec §7). */
export const runningStatuses = ['active', 'trialing', 'past_due'] as const satisfies readonly SubscriptionStatus[]

const billedSchema = z.object({
  /** Minor units, per `intervalCount` intervals. */
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
})
/** Amount and interval are those of the plan's price, if it has one (spec §3 "User subscription view"). */
export const userSubscriptionSchema = billedSchema.extend({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** The subscription's own price, if it differs from the plan's price. */
  recorded: billedSchema.nullable(),
  /** The epoch if missing. */
  currentPeriodStart: z.date(),
  currentPeriodEnd: z.date(),
  endsAt: z.date().nullable(),
  createdAt: z.date(),
})
export type UserSubscription = z.infer<typeof userSubscriptionSchema>
/** Newest first, at most `subscriptionLimits.maxRows` of `total`. */
export const userSubscriptionListSchema = z.object({ subscriptions: z.array(userSubscriptionSchema), total: z.int() })
export type UserSubscriptionList = z.infer<typeof userSubscriptionListSchema>
export const userSubscriptionsInput = z.strictObject({ userId: idSchema })
export type UserSubscriptionsInput = z.infer<typeof userSubscriptionsInput>

const status = z.enum(subscriptionStatuses).optional()
export const subscribersRawInput = z.strictObject({ merchantId: idSchema, status })
export type SubscribersRawInput = z.infer<typeof subscribersRawInput>
export const recentSubscribersInput = subscribersRawInput.extend({
  planId: idSchema.optional(),
  limit: z.int().min(1).max(subscriptionLimits.maxRows).default(subscriptionLimits.recentDefault),
})
export type RecentSubscribersInput = z.infer<typeof recentSubscribersInput>

/** `q` searches for a person's name or email; for merchant roles, for the masked name. */
export const subscriptionFilters = {
  merchantId: id(),
  status: oneOf(subscriptionStatuses),
  planId: id(),
  created: span('createdFrom', 'createdTo'),
  /** Canceled and last changed within this span. */
  canceled: span('canceledFrom', 'canceledTo'),
  /** Scheduled to end within this span. */
  ends: span('endsFrom', 'endsTo'),
  /** Scheduled to end at any time. */
  ending: mark(),
  /** Canceled in the last 30 days (churn, spec §9). */
  churned: mark(),
  q: text(pageLimits.maxSearchLength),
}
export const subscriptionFilter = z.strictObject({
  ...schemasOf(subscriptionFilters),
  /** Applies `status` to the state just before this time. Excludes subscriptions created later. */
  statusBefore: z.date().optional(),
  /** Not canceled before this time, as in the cohorts by start month. */
  runningAt: z.date().optional(),
})
export type SubscriptionFilter = z.infer<typeof subscriptionFilter>
export const listSubscriptionsInput = subscriptionFilter.extend(pageInput.shape)
export type ListSubscriptionsInput = z.infer<typeof listSubscriptionsInput>

export const subscriptionRowSchema = subscriberSchema.omit({ subscriptionId: true }).extend({
  id: z.string(),
  merchantName: z.string(),
  /** Minor units per month (spec §9). */
  monthlyAmount: z.int(),
  /** Runs until `currentPeriodEnd`, then ends. */
  cancelAtPeriodEnd: z.boolean(),
  /** Ends at this time instead. */
  cancelAt: z.date().nullable(),
  /** Time of the last change. Null unless canceled. */
  canceledAt: z.date().nullable(),
  /** The canceling administrator, for administrators only. Null if the consumer or the provider canceled. */
  endedBy: z.string().nullable(),
  /** Reason of a past or scheduled cancellation, for administrators only. */
  cancelReason: z.string().nullable(),
})
export type SubscriptionListRow = z.infer<typeof subscriptionRowSchema>

export const subscriptionCountsInput = z.strictObject({ merchantId: idSchema.optional() })
export type SubscriptionCountsInput = z.infer<typeof subscriptionCountsInput>
/** `all` includes imported statuses. */
export const subscriptionCountsSchema = z.object({
  all: z.int(),
  active: z.int(),
  trialing: z.int(),
  past_due: z.int(),
  canceled: z.int(),
})
export type SubscriptionCounts = z.infer<typeof subscriptionCountsSchema>

/** `newest`: subscriptions per plan. */
export const subscriptionsByPlanInput = z.strictObject({
  merchantId: idSchema.optional(),
  newest: z.int().min(1).max(50).default(subscriptionLimits.recentDefault),
  limit: z.int().min(1).max(50).default(10),
  cursor: pageInput.shape.cursor,
})
export type SubscriptionsByPlanInput = z.infer<typeof subscriptionsByPlanInput>
export const planGroupSchema = z.object({
  /** Null for one merchant's subscriptions without an existing plan. These groups follow the last plan. */
  planId: z.string().nullable(),
  planName: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  counts: subscriptionCountsSchema,
  /** Newest first. */
  newest: z.array(subscriptionRowSchema),
})
export type PlanGroup = z.infer<typeof planGroupSchema>

export const subscriptionEventKinds = [
  'started',
  'renewed',
  'status_changed',
  'price_changed',
  'plan_changed',
  'cancel_scheduled',
  'cancel_withdrawn',
  'canceled',
] as const
export type SubscriptionEventKind = (typeof subscriptionEventKinds)[number]

const historyItemSchema = z.object({
  id: z.string(),
  kind: z.enum(subscriptionEventKinds),
  at: z.date(),
  /** The administrator, for administrators only. Null if the consumer or the provider made the change. */
  by: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type SubscriptionHistoryItem = z.infer<typeof historyItemSchema>

export const subscriptionIdInput = z.strictObject({ subscriptionId: idSchema })
export type SubscriptionIdInput = z.infer<typeof subscriptionIdInput>
export const subscriptionRecordSchema = subscriptionRowSchema.extend({
  /** False if neither the subscription nor its price details have an amount. */
  isPriced: z.boolean(),
  /** Newest first, at most `subscriptionLimits.shownCharges` of `chargeCount`. */
  charges: z.array(chargeSchema),
  chargeCount: z.int(),
  /** Newest first, at most `subscriptionLimits.shownEvents`. */
  history: z.array(historyItemSchema),
  /** False if no history was recorded. `history` is then derived from the subscription. */
  isHistoryRecorded: z.boolean(),
  /** Completed redemptions of the last 30 days. Null if the subscriber is unknown. */
  recentRedemptions: z.int().nullable(),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export const exportSubscriptionsInput = z.strictObject({
  format: z.enum(exportFormats),
  /** The selected subscriptions. Without `ids`, all that match `filter`. */
  ids: z.array(idSchema).max(subscriptionLimits.exportSelection).optional(),
  filter: subscriptionFilter.optional(),
})
export type ExportSubscriptionsInput = z.infer<typeof exportSubscriptionsInput>

const get = route('GET', 'Subscriptions')

export const subscriptionsContract = {
  ...endingContract,
  ...chargesContract,
  ...statisticsContract,
  /** Serves the callable `getMerchantSubscribersRaw`: the newest 200. */
  subscribersRaw: get('/merchants/{merchantId}/subscribers', 'Subscribers of a merchant')
    .input(subscribersRawInput)
    .output(subscriberListSchema),
  /** The direct collection query, a fallback for the raw source (spec §7). */
  recent: get('/merchants/{merchantId}/recent-subscriptions', 'Newest subscriptions of a merchant')
    .input(recentSubscribersInput)
    .output(subscriberListSchema),
  /** Newest first. */
  list: get('/subscriptions', 'Subscriptions').input(listSubscriptionsInput).output(pageOf(subscriptionRowSchema)),
  /** Counts by status, for all visible subscriptions or one merchant (spec §7). */
  counts: get('/subscription-counts', 'Counts of subscriptions')
    .input(subscriptionCountsInput)
    .output(subscriptionCountsSchema),
  /** Ordered by merchant and plan name. Each plan has its counts and newest subscriptions. */
  byPlan: get('/subscriptions-by-plan', 'Newest subscriptions of each plan')
    .input(subscriptionsByPlanInput)
    .output(pageOf(planGroupSchema)),
  get: get('/subscriptions/{subscriptionId}', 'One subscription with its history')
    .input(subscriptionIdInput)
    .output(subscriptionRecordSchema),
  /** Subscriptions in one of `runningStatuses` (spec §7, users/{id}/subscriptions). */
  ofUser: get('/users/{userId}/subscriptions', 'Active, trialing and past-due subscriptions of a user')
    .input(userSubscriptionsInput)
    .output(userSubscriptionListSchema),
}

/** Webhook event names. Published names are never reused. */
export const subscriptionEvents = {
  created: 'subscription.created',
  updated: 'subscription.updated',
  canceled: 'subscription.canceled',
} as const

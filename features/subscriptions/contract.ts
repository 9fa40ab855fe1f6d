import { z } from 'zod'
import { procedure } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const billingIntervals = ['day', 'week', 'month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/** Spec §9. */
export const subscriptionLimits = { churnWindowDays: 30, growthPoints: 31, recentDefault: 10, maxRows: 200 } as const
export const subscriptionDefaults = { currency: 'usd', interval: 'month', intervalCount: 1 } as const

export const subscriberSchema = z.object({
  subscriptionId: z.string(),
  merchantId: z.string(),
  /** "Ana P." for merchant roles; null where the account is gone or has no name. */
  subscriberName: z.string().nullable(),
  /** For administrators only, and never a placeholder. */
  email: z.string().nullable(),
  /** For administrators only. */
  userId: z.string().nullable(),
  planId: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** Minor units, per `intervalCount` intervals; fallbacks of spec §3 applied. */
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
  /** The epoch where it is missing. */
  createdAt: z.date(),
  updatedAt: z.date(),
  currentPeriodStart: z.date(),
  currentPeriodEnd: z.date(),
})
export type Subscriber = z.infer<typeof subscriberSchema>

/** Newest first; `counts` are of the whole merchant, whatever the filter. */
export const subscriberListSchema = z.object({
  subscribers: z.array(subscriberSchema),
  counts: z.record(z.enum(subscriptionStatuses), z.int()),
})
export type SubscriberList = z.infer<typeof subscriberListSchema>

/** What a person has now; canceled ones are history (spec §7). */
export const runningStatuses = ['active', 'trialing', 'past_due'] as const satisfies readonly SubscriptionStatus[]

const billedSchema = z.object({
  /** Minor units, per `intervalCount` intervals. */
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
})
/** Spec §3 "User subscription view"; amount and interval are the plan's price where it has one. */
export const userSubscriptionSchema = billedSchema.extend({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** What the subscription itself says, where that differs from the plan's price. */
  recorded: billedSchema.nullable(),
  /** The epoch where it is missing. */
  currentPeriodStart: z.date(),
  currentPeriodEnd: z.date(),
  createdAt: z.date(),
})
export type UserSubscription = z.infer<typeof userSubscriptionSchema>
/** Newest first, at most `subscriptionLimits.maxRows` of `total`. */
export const userSubscriptionListSchema = z.object({
  subscriptions: z.array(userSubscriptionSchema),
  total: z.int(),
})
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

const get = (path: `/${string}`, summary: string) =>
  procedure.route({ method: 'GET', path, summary, tags: ['Subscriptions'] })

export const subscriptionsContract = {
  /** The verb behind the callable `getMerchantSubscribersRaw`: the newest 200. */
  subscribersRaw: get('/merchants/{merchantId}/subscribers', 'Subscribers of a merchant')
    .input(subscribersRawInput)
    .output(subscriberListSchema),
  /** The direct collection query that stands in when the raw source fails (spec §7). */
  recent: get('/merchants/{merchantId}/recent-subscriptions', 'Newest subscriptions of a merchant')
    .input(recentSubscribersInput)
    .output(subscriberListSchema),
  /** Those in one of `runningStatuses` (spec §7, users/{id}/subscriptions). */
  ofUser: get('/users/{userId}/subscriptions', 'Running subscriptions of a person')
    .input(userSubscriptionsInput)
    .output(userSubscriptionListSchema),
}

export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'canceled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export const billingIntervals = ['day', 'week', 'month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/** Spec §9. */
export const subscriptionLimits = { churnWindowDays: 30, growthPoints: 31, recentDefault: 10 } as const
export const subscriptionDefaults = { currency: 'usd', interval: 'month', intervalCount: 1 } as const

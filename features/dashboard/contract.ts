import { z } from 'zod'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

/** Spec §9. */
export const dashboardLimits = {
  metricsPollingMs: 30_000,
  /** Figures over all merchants are shared by all callers for this time; their age is shown. */
  figuresMaxAgeMs: 15_000,
  /** Shorter for one merchant, because its staff see the effect of their own actions. */
  merchantFiguresMaxAgeMs: 3_000,
  quickActionsStaleMs: 300_000,
  quickActionsRefetchMs: 120_000,
} as const

/** The source of a figure (G24): measured, the specification's approximation, or the fixed sample. */
export const figureSources = ['live', 'estimate', 'sample'] as const
export type FigureSource = (typeof figureSources)[number]

/** Why there is no measurement: not all of the time before is on record, or there was nothing then. */
export const missingChanges = ['unrecorded', 'none_before'] as const
const changeSchema = z.object({
  percent: z.number(),
  source: z.enum(figureSources),
  /** Set for an `estimate`: only this reason is shown. */
  missing: z.object({ reason: z.enum(missingChanges), recordedSince: z.date().nullable() }).optional(),
})
export type Change = z.infer<typeof changeSchema>

/** All nine dashboard metrics of spec §3, and net revenue (§9). Changes are percent against the previous period. */
export const dashboardMetricsSchema = z.object({
  /** Monthly revenue of active subscriptions, one total per currency, usd first. */
  totalRevenue: z.array(moneySchema),
  totalRevenueChange: changeSchema,
  /** totalRevenue reduced by the average churn percentage. */
  netRevenue: z.array(moneySchema),
  averageChurnPercent: z.number(),
  scheduledCancellations: z.int(),
  activeSubscribers: z.int(),
  activeSubscribersChange: changeSchema,
  activeMerchants: z.int(),
  liveMerchants: z.int(),
  pendingMerchants: z.int(),
  /** Counts pending merchants in the Pending review tab; the rest are still in setup. */
  merchantsInReview: z.int(),
  /** The time since which the longest-waiting merchant is in review. Null if none is. */
  oldestPendingSince: z.date().nullable(),
  /** `sample` when the merchants alone could not be counted. */
  merchantsSource: z.enum(figureSources),
  /** Change of active subscriptions over 30 days, percent (G31). */
  growthRate: z.number(),
  redemptionsToday: z.int(),
  redemptionsChange: changeSchema,
  /** Daily levels, oldest first: 31 points. */
  subscriberTrend: z.array(z.int()),
  revenueTrend: z.array(z.int()),
  /** Redemptions per hour of today so far. */
  redemptionHours: z.array(z.int()),
  /** `sample` when nothing could be read: every figure is then the fixed sample of spec §8. */
  source: z.enum(figureSources),
  timeZone: z.string(),
  measuredAt: z.date(),
})
export type DashboardMetrics = z.infer<typeof dashboardMetricsSchema>

export const quickActionIds = ['review', 'create', 'payouts', 'analytics', 'users', 'health'] as const
export const quickActionSchema = z.object({
  id: z.enum(quickActionIds),
  title: z.string(),
  description: z.string(),
  icon: z.string(),
  href: z.string(),
  count: z.int().optional(),
  urgent: z.boolean().optional(),
  /** Leads to the item that has waited longest. */
  oldest: z.object({ label: z.string(), href: z.string() }).optional(),
})
export type QuickAction = z.infer<typeof quickActionSchema>

export const firstStepIds = ['support', 'mail', 'region', 'merchant', 'payments', 'secondFactor', 'backup'] as const
export const firstStepSchema = z.object({
  id: z.enum(firstStepIds),
  title: z.string(),
  text: z.string(),
  done: z.boolean(),
  links: z.array(z.object({ label: z.string(), href: z.string() })),
  /** To be pasted elsewhere. */
  copy: z.string().optional(),
  /** Labels a button that marks as done what the server cannot see. */
  confirm: z.string().optional(),
})
export type FirstStep = z.infer<typeof firstStepSchema>

export const merchantOverviewSchema = z.object({
  merchant: z.object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    needsReview: z.boolean(),
    applicationStatus: z.string().nullable(),
    isLive: z.boolean(),
    temporary: z.boolean(),
  }),
  monthlyRevenue: z.array(moneySchema),
  revenueChange: changeSchema,
  activeSubscribers: z.int(),
  subscribersChange: changeSchema,
  trialing: z.int(),
  pastDue: z.int(),
  /** Percent of spec §9, last 30 days. */
  churnRate: z.number(),
  churned: z.int(),
  scheduledCancellations: z.int(),
  locations: z.int(),
  activePlans: z.int(),
  redemptions30Days: z.int(),
  /** Seven days each, oldest first; the last one is today so far. Null if the days before are not fully recorded. */
  redemptionWeek: z.object({
    days: z.array(z.int()),
    daysBefore: z.array(z.int()).nullable(),
    /** Includes as much of the last day as has passed today. */
    totalBefore: z.int().nullable(),
  }),
  revenueByPlan: z.array(
    z.object({ planId: z.string().nullable(), planName: z.string(), active: z.int(), monthly: moneySchema }),
  ),
  timeZone: z.string(),
  measuredAt: z.date(),
})
export type MerchantOverview = z.infer<typeof merchantOverviewSchema>

const get = route('GET', 'Dashboard')

export const dashboardContract = {
  metrics: get('/dashboard/metrics', 'Platform metrics').input(z.strictObject({})).output(dashboardMetricsSchema),
  quickActions: get('/dashboard/quick-actions', 'Quick actions and what needs an administrator')
    .input(z.strictObject({}))
    .output(z.array(quickActionSchema)),
  firstSteps: get('/dashboard/first-steps', 'Set-up steps of a new platform; none if they are hidden')
    .input(z.strictObject({}))
    .output(z.array(firstStepSchema)),
  /** `merchantId` may be the id of the own application: a temporary merchant (spec §4). */
  merchantOverview: get('/dashboard/merchants/{merchantId}', 'Metrics for one merchant')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(merchantOverviewSchema),
}

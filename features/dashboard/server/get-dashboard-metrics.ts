import { readRedemptionFigures, type RedemptionFigures } from '@quaff/features/redemptions/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { readTotals, type SubscriptionTotals } from '@quaff/features/subscriptions/server'
import { authorize, batchReads, type Context, remember } from '@quaff/platform/server'
import { dashboardLimits, type DashboardMetrics, type QuickAction } from '../contract'
import { dashboardPermissions } from '../permissions'
import {
  approximateChange,
  changeOr,
  failedMerchants,
  failedRedemptions,
  failedSubscriptions,
  netRevenue,
  percentChange,
  quickActions,
  sampleMetrics,
} from '../rules'
import { countMerchantsByState, countPendingApprovals } from './dashboard-store'

/** Counters only. A part that fails is replaced as spec §8 says; when all fail, everything is the marked sample. */
export async function getDashboardMetrics(ctx: Context): Promise<DashboardMetrics> {
  const scope = merchantScope(authorize(ctx.actor, dashboardPermissions, 'dashboard.metrics'))
  const parts = await batchReads(ctx.db, (db) =>
    Promise.all([
      readPart(ctx, 'subscriptions', () => readTotals({ ...ctx, db }, scope)),
      readPart(ctx, 'redemptions', () =>
        batchReads(ctx.db, (own) => readRedemptionFigures({ ...ctx, db: own }, scope, { comparedDaysAgo: 7 })),
      ),
      readPart(ctx, 'merchants', () => countMerchantsByState(db, scope)),
    ]),
  )
  const [subscriptions, redemptions, merchants] = [parts[0]?.figures, parts[1]?.figures, parts[2]?.figures]
  const oldest = parts.flatMap((part) => (part ? [part.readAt.getTime()] : []))
  const measured = {
    timeZone: ctx.settings.timeZone,
    measuredAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : ctx.clock.now(),
  }
  if (!subscriptions && !redemptions && !merchants) return { ...structuredClone(sample), ...measured }
  return {
    ...(subscriptions ? presentSubscriptions(subscriptions) : failedSubscriptions),
    ...(redemptions ? presentRedemptions(redemptions) : failedRedemptions),
    ...(merchants ? { ...merchants, merchantsSource: 'live' as const } : failedMerchants),
    source: 'live',
    ...measured,
  }
}

const sample: Omit<DashboardMetrics, 'timeZone' | 'measuredAt'> = {
  ...sampleMetrics,
  totalRevenue: [...sampleMetrics.totalRevenue],
  netRevenue: [...sampleMetrics.netRevenue],
  subscriberTrend: [],
  revenueTrend: [],
  redemptionHours: [],
}

type Part<T> = { readAt: Date; figures: T }

/** Called by administrators only, who all see the same. A failed read is repeated by the next caller. */
async function readPart<T>(ctx: Context, part: string, read: () => Promise<T>): Promise<Part<T> | null> {
  const memory = { key: ['dashboard', part], maxAgeMs: dashboardLimits.figuresMaxAgeMs }
  try {
    return await remember(ctx, memory, async () => {
      const readAt = ctx.clock.now()
      return { readAt, figures: await read() }
    })
  } catch (error) {
    ctx.log.warn('dashboard.metrics.part_failed', { part, error: error instanceof Error ? error.name : 'unknown' })
    return null
  }
}

function presentSubscriptions(totals: SubscriptionTotals) {
  const active = totals.count.active
  const { recordedSince } = totals
  const before = totals.isCompared ? (totals.activeLevels[0] ?? null) : null
  const [primary] = totals.revenueLevels
  const revenueBefore = totals.isCompared ? (primary?.levels[0] ?? null) : null
  const totalRevenue = totals.monthlyRevenue.length > 0 ? totals.monthlyRevenue : failedSubscriptions.totalRevenue
  return {
    totalRevenue,
    totalRevenueChange: changeOr(approximateChange.subscribersPercent, primary?.amountMinor ?? 0, {
      before: revenueBefore,
      recordedSince,
    }),
    netRevenue: netRevenue(totalRevenue, totals.averageChurnPercent),
    averageChurnPercent: totals.averageChurnPercent,
    scheduledCancellations: totals.scheduledCancellations,
    activeSubscribers: active,
    activeSubscribersChange: changeOr(approximateChange.subscribersPercent, active, { before, recordedSince }),
    growthRate: percentChange(active, before) ?? 0,
    subscriberTrend: totals.activeLevels,
    revenueTrend: primary?.levels ?? [],
  }
}

function presentRedemptions(figures: RedemptionFigures) {
  return {
    redemptionsToday: figures.today,
    redemptionsChange: changeOr(approximateChange.redemptionsPercent, figures.today, figures),
    redemptionHours: figures.hours,
  }
}

export async function listQuickActions(ctx: Context): Promise<QuickAction[]> {
  const scope = merchantScope(authorize(ctx.actor, dashboardPermissions, 'dashboard.quickActions'))
  const [{ pendingMerchants, merchantsInReview }, pendingApprovals] = await batchReads(ctx.db, (db) =>
    Promise.all([countMerchantsByState(db, scope), countPendingApprovals(db)]),
  )
  return quickActions({ pendingMerchants, merchantsInReview, pendingApprovals })
}

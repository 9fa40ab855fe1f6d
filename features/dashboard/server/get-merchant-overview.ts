import { totalsOrZero } from '@quaff/features/plans/price-rules'
import { readRedemptionFigures, type RedemptionFigures } from '@quaff/features/redemptions/server'
import { merchantNotFound, type MerchantScope, onCalendarOf, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  type PlanRevenue,
  readTotals,
  type SubscriptionTotals,
  sumActiveByPlan,
} from '@quaff/features/subscriptions/server'
import { authorize, batchReads, type Context, type Database, remember, type UserActor } from '@quaff/platform/server'
import { dashboardLimits, type MerchantOverview } from '../contract'
import { dashboardPermissions } from '../permissions'
import { approximateChange, changeOr } from '../rules'
import { type ApplicationDetails, findApplication, findMerchant, type MerchantDetails } from './dashboard-store'

export async function getMerchantOverview(ctx: Context, input: { merchantId: string }): Promise<MerchantOverview> {
  const actor = authorize(ctx.actor, dashboardPermissions, 'dashboard.merchantOverview')
  const application = await findOwnApplication(ctx, actor)
  if (application?.id === input.merchantId)
    return { ...temporaryOverview(application), timeZone: ctx.settings.timeZone, measuredAt: ctx.clock.now() }
  const merchant = await findMerchant(ctx.db, input.merchantId)
  const requested = scopeOf(actor, input.merchantId, merchant, application)
  if (!merchant) throw merchantNotFound()
  const { ctx: local, scope } = onCalendarOf(ctx, requested, merchant.timeZone)
  const { timeZone } = local.settings
  const memory = {
    key: ['dashboard', 'merchant', merchant.id, timeZone],
    maxAgeMs: dashboardLimits.merchantFiguresMaxAgeMs,
  }
  const { measuredAt, ...figures } = await batchReads(ctx.db, (db) =>
    remember(ctx, memory, () => readFigures(local, db, scope)),
  )
  const { locations, activePlans, priceCurrency } = merchant
  const presented = presentFigures(figures)
  const monthlyRevenue = totalsOrZero(presented.monthlyRevenue, priceCurrency ?? undefined)
  return {
    merchant: presentMerchant(merchant),
    ...presented,
    monthlyRevenue,
    locations,
    activePlans,
    timeZone,
    measuredAt,
  }
}

async function findOwnApplication(ctx: Context, actor: UserActor) {
  const application = actor.applicationId ? await findApplication(ctx.db, actor.applicationId) : undefined
  return application?.userId === actor.userId ? application : undefined
}

/** A merchant user may also be assigned the merchant they own or the one created from their application (spec §4). */
function scopeOf(
  actor: UserActor,
  merchantId: string,
  merchant: MerchantDetails | undefined,
  application: ApplicationDetails | undefined,
) {
  // A preview shows one merchant only, even if the user owns others.
  const isPerson = merchant !== undefined && !actor.preview
  const isOwn = isPerson && (merchant.ownerId === actor.userId || application?.merchantId === merchant.id)
  return scopeToMerchant(isOwn ? { ...actor, merchantIds: [...actor.merchantIds, merchantId] } : actor, merchantId)
}

/** The same for all who may see the merchant. */
async function readFigures(ctx: Context, db: Database, scope: MerchantScope): Promise<Figures & { measuredAt: Date }> {
  const measuredAt = ctx.clock.now()
  const [subscriptions, redemptions, plans] = await Promise.all([
    readTotals({ ...ctx, db }, scope),
    batchReads(ctx.db, (own) => readRedemptionFigures({ ...ctx, db: own }, scope, { comparedDaysAgo: 7 })),
    sumActiveByPlan(db, scope),
  ])
  return { subscriptions, redemptions, plans, measuredAt }
}

function presentMerchant(merchant: MerchantDetails): MerchantOverview['merchant'] {
  const { id, name, status, needsReview, applicationStatus, isLive } = merchant
  return { id, name, status, needsReview, applicationStatus, isLive, temporary: false }
}

/** Before the Business Profile is saved there is an application only. */
function temporaryOverview(application: ApplicationDetails): Omit<MerchantOverview, 'timeZone' | 'measuredAt'> {
  const name = application.business['businessName'] ?? application.business['name']
  return {
    merchant: {
      id: application.id,
      name: typeof name === 'string' && name !== '' ? name : 'Unknown Merchant',
      status: 'pending',
      needsReview: false,
      applicationStatus: application.status,
      isLive: false,
      temporary: true,
    },
    ...emptyFigures,
    locations: 0,
    activePlans: 0,
  }
}

type Figures = { subscriptions: SubscriptionTotals; redemptions: RedemptionFigures; plans: PlanRevenue[] }
type OverviewFigures = Omit<MerchantOverview, 'merchant' | 'locations' | 'activePlans' | 'timeZone' | 'measuredAt'>

const unknownPlan = 'Unknown Plan'

function presentFigures({ subscriptions, redemptions, plans }: Figures): OverviewFigures {
  const [primary] = subscriptions.revenueLevels
  const before = (value: number | undefined) => ({
    before: subscriptions.isCompared ? (value ?? null) : null,
    recordedSince: subscriptions.recordedSince,
  })
  return {
    monthlyRevenue: subscriptions.monthlyRevenue,
    revenueChange: changeOr(
      approximateChange.subscribersPercent,
      primary?.amountMinor ?? 0,
      before(primary?.levels[0]),
    ),
    activeSubscribers: subscriptions.count.active,
    subscribersChange: changeOr(
      approximateChange.subscribersPercent,
      subscriptions.count.active,
      before(subscriptions.activeLevels[0]),
    ),
    trialing: subscriptions.count.trialing,
    pastDue: subscriptions.count.past_due,
    churnRate: subscriptions.churnRate,
    churned: subscriptions.churned,
    scheduledCancellations: subscriptions.scheduledCancellations,
    redemptions30Days: redemptions.last30Days,
    redemptionWeek: redemptions.week,
    revenueByPlan: plans.map(({ planId, planName, active, currency, monthlyMinor }) => ({
      planId,
      planName: planName ?? unknownPlan,
      active,
      monthly: { amountMinor: monthlyMinor, currency },
    })),
  }
}

const unchanged = { percent: 0, source: 'live' } as const

const emptyFigures: OverviewFigures = {
  monthlyRevenue: [],
  revenueChange: unchanged,
  activeSubscribers: 0,
  subscribersChange: unchanged,
  trialing: 0,
  pastDue: 0,
  churnRate: 0,
  churned: 0,
  scheduledCancellations: 0,
  redemptions30Days: 0,
  redemptionWeek: { days: [], daysBefore: null, totalBefore: null },
  revenueByPlan: [],
}

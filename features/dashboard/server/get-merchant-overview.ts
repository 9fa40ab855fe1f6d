import { totalsOrZero } from '@quaff/features/plans/price-rules'
import { readRedemptionFigures } from '@quaff/features/redemptions/server'
import { merchantNotFound, onCalendarOf, scopeToMerchant } from '@quaff/features/sessions/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { readTotals, sumActiveByPlan } from '@quaff/features/subscriptions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Database } from '@quaff/platform/server/context'
import { remember } from '@quaff/platform/server/memory/remember'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { dashboardLimits, type MerchantOverview } from '../contract'
import { dashboardPermissions } from '../permissions'
import { findApplication, findMerchant } from './dashboard-store'
import type { ApplicationFacts, MerchantFacts } from './dashboard-store'
import { emptyFigures, presentFigures } from './present-overview'
import type { Figures } from './present-overview'

export async function getMerchantOverview(ctx: Context, input: { merchantId: string }): Promise<MerchantOverview> {
  const actor = authorize(ctx.actor, dashboardPermissions, 'dashboard.merchantOverview')
  const application = await findOwnApplication(ctx, actor)
  if (application?.id === input.merchantId)
    return { ...temporaryOverview(application), timeZone: ctx.settings.timeZone, measuredAt: ctx.clock.now() }
  const merchant = await findMerchant(ctx.db, input.merchantId)
  const asked = scopeOf(actor, input.merchantId, merchant, application)
  if (!merchant) throw merchantNotFound()
  const { ctx: local, scope } = onCalendarOf(ctx, asked, merchant.timeZone)
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

async function findOwnApplication(ctx: Context, actor: UserActor): Promise<ApplicationFacts | undefined> {
  const application = actor.applicationId ? await findApplication(ctx.db, actor.applicationId) : undefined
  return application?.userId === actor.userId ? application : undefined
}

/** A merchant user may also be assigned the merchant they own or that came of their application (spec §4). */
function scopeOf(
  actor: UserActor,
  merchantId: string,
  merchant: MerchantFacts | undefined,
  application: ApplicationFacts | undefined,
): MerchantScope {
  // Whoever previews sees one merchant only, whatever else they are the owner of.
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

function presentMerchant(merchant: MerchantFacts): MerchantOverview['merchant'] {
  const { id, name, status, needsReview, applicationStatus, isLive } = merchant
  return { id, name, status, needsReview, applicationStatus, isLive, temporary: false }
}

/** Before the Business Profile is saved there is an application only. */
function temporaryOverview(application: ApplicationFacts): Omit<MerchantOverview, 'timeZone' | 'measuredAt'> {
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

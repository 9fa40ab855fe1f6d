import { type MerchantScope, openCalendar, scopeToMerchant } from '@quaff/features/sessions/server'
import { churnWindowStart } from '@quaff/features/subscriptions/churn-rules'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { averageSubscriptionValue, resolvePrice } from '@quaff/features/subscriptions/rules'
import { authorize, batchReads, type Context, type Queryable, type Services } from '@quaff/platform/server'
import {
  planLimits,
  type PlanPrice,
  type PlanStatistics,
  type PlanSubscribers,
  type PriceImpact,
  type PriceImpactInput,
} from '../contract'
import { planPermissions } from '../permissions'
import { isSamePrice, type PayingGroup, priceImpact, priceOf, pricePerDrink, sumLevels } from '../price-rules'
import { maskedName } from '../rules'
import { countByStatus, listPaid, listSubscriberNames, type SubscriptionSum, sumFigures } from './plan-figures-store'
import { presentPrice } from './plan-presenter'
import { getPlanRow, isLastForSale, listPriceRows } from './plan-store'

type PlanFigures = {
  of: (planId: string) => PlanStatistics
  /** Figures of subscriptions and redemptions without any of these plans. Null if there are none. */
  besides: (planIds: readonly string[]) => PlanStatistics | null
  /** Figures of the whole scope, including subscriptions without a plan. */
  all: PlanStatistics
}

/** Plan statistics (spec §3) of one merchant; with `planId` of that plan only. */
export async function readPlanFigures(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  db: Queryable,
  scope: MerchantScope,
  planId?: string,
): Promise<PlanFigures> {
  const since = churnWindowStart(settings.timeZone, clock.now())
  const sums = await sumFigures(db, scope, { since, zone: settings.timeZone }, planId)
  const statisticsWhere = (isWanted: (row: SubscriptionSum) => boolean) => statisticsOf(sums.filter(isWanted))
  return {
    of: (wanted) => statisticsWhere((row) => row.planId === wanted),
    besides: (planIds) => {
      const others = sums.filter((row) => row.planId === null || !planIds.includes(row.planId))
      return total(others) === 0 ? null : statisticsOf(others)
    },
    all: statisticsWhere(() => true),
  }
}

const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

function statisticsOf(sums: readonly SubscriptionSum[]): PlanStatistics {
  const withStatus = (status: string) => sums.filter((row) => row.status === status)
  const drinks = total(withStatus('drunk'))
  const levels = sumLevels(
    withStatus('active').map(({ currency, monthlyMinor, count }) => ({
      currency,
      amountMinor: monthlyMinor,
      subscribers: count,
    })),
  )
  return {
    activeSubscribers: total(withStatus('active')),
    trialSubscribers: total(withStatus('trialing')),
    pastDueSubscribers: total(withStatus('past_due')),
    churnedThisMonth: total(withStatus('churned')),
    monthlyRevenue: levels.map(({ amountMinor, currency }) => ({ amountMinor, currency })),
    averageSubscriptionValue: levels.map(({ amountMinor, currency, subscribers }) => ({
      amountMinor: averageSubscriptionValue(amountMinor, subscribers),
      currency,
    })),
    drinks,
    pricePerDrink: pricePerDrink(levels, drinks),
  }
}

/** Running subscriptions of one plan by what they pay, most of them first. */
export async function readPayingGroups(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
  prices: readonly PlanPrice[],
): Promise<PayingGroup[]> {
  const groups: PayingGroup[] = []
  for (const { count, monthlyMinor, status, ...source } of await listPaid(db, scope, planId)) {
    const paid = resolvePrice(source)
    const isActive = status === 'active'
    const existing = groups.find((group) => isSamePrice(group, paid))
    const group = existing ?? { ...paid, priceId: priceOf(paid, prices), active: 0, running: 0, monthlyMinor: 0 }
    if (!existing) groups.push(group)
    group.running += count
    group.active += isActive ? count : 0
    group.monthlyMinor += isActive ? monthlyMinor : 0
  }
  return groups.sort((one, other) => other.running - one.running)
}

/** Returns the subscribers that a deactivation or deletion affects, for its dialog. */
export async function readPlanSubscribers(
  ctx: Context,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<PlanSubscribers> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const scope = scopeToMerchant(actor, merchantId)
  const [, counts, names, endsSales] = await batchReads(ctx.db, (db) =>
    Promise.all([
      getPlanRow(db, scope, planId),
      countByStatus(db, scope, planId),
      listSubscriberNames(db, scope, planId, planLimits.namedSubscribers),
      isLastForSale(db, scope, planId),
    ]),
  )
  const countOf = (status: string) => counts.find((row) => row.status === status)?.count ?? 0
  const [active, trialing, pastDue, canceled] = subscriptionStatuses.map(countOf)
  const byStatus = { active: active ?? 0, trialing: trialing ?? 0, past_due: pastDue ?? 0, canceled: canceled ?? 0 }
  const running = byStatus.active + byStatus.trialing + byStatus.past_due
  return {
    byStatus,
    running,
    names: names.map(({ displayName }) => maskedName(displayName)),
    deletable: running === 0,
    endsSales,
  }
}

/** Computes the effect of the proposed prices without saving. */
export async function readPriceImpact(
  ctx: Context,
  { merchantId, planId, prices }: PriceImpactInput,
): Promise<PriceImpact> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.edit')
  const { ctx: local, scope } = await openCalendar(ctx, scopeToMerchant(actor, merchantId))
  await getPlanRow(ctx.db, scope, planId)
  const stored = await listPriceRows(ctx.db, [planId])
  const groups = await readPayingGroups(ctx.db, scope, planId, stored.map(presentPrice))
  const { drinks } = (await readPlanFigures(local, ctx.db, scope, planId)).all
  return priceImpact(groups, prices, drinks)
}

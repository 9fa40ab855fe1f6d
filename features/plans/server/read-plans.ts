import { logoOf } from '@quaff/features/merchants/rules'
import {
  merchantNotFound,
  merchantScope,
  type MerchantScope,
  onCalendarOf,
  scopeToMerchant,
} from '@quaff/features/sessions/server'
import { churnRatePercent } from '@quaff/features/subscriptions/churn-rules'
import { countScheduled } from '@quaff/features/subscriptions/server'
import { authorize, batchReads, type Context, refuse, type UserActor } from '@quaff/platform/server'
import { searchMatcher } from '@quaff/platform/shared/search-text'
import type { FindPlansInput, FoundPlan, ListPlansInput, PlanList, PlanRecord, PlanRow, PlanSort } from '../contract'
import { planPermissions } from '../permissions'
import { headlinePrice, totalsOrZero } from '../price-rules'
import { planRefusals } from '../refusals'
import { lockedRefusal } from '../rules'
import { presentPlanRecord, presentPlanRow, presentPrice } from './plan-presenter'
import {
  findDefaultCurrency,
  findMerchantIdOfPlan,
  findMerchantPlans,
  findPlansByName,
  getPricedPlan,
} from './plan-store'
import { readPayingGroups, readPlanFigures } from './read-plan-figures'

/** Plans of one merchant with their statistics; few enough to be filtered and sorted here. */
export async function listPlans(ctx: Context, input: ListPlansInput): Promise<PlanList> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const requested = scopeToMerchant(actor, input.merchantId)
  const found = await findMerchantPlans(ctx.db, requested)
  if (!found) throw merchantNotFound()
  const { merchant, plans } = found
  const { ctx: local, scope } = onCalendarOf(ctx, requested, merchant.timeZone)
  const [figures, scheduledCancellations] = await batchReads(ctx.db, (db) =>
    Promise.all([readPlanFigures(local, db, scope), countScheduled(db, scope)]),
  )
  const currency = currencyOf(plans) ?? (await findDefaultCurrency(ctx.db))
  const rows = plans.map(({ plan, prices }) => presentPlanRow(plan, prices, figures.of(plan.id)))
  const { activeSubscribers, churnedThisMonth } = figures.all
  return {
    rows: rows.filter((row) => isWanted(row, input)).sort(byOrder(input)),
    total: rows.length,
    withoutPlan: figures.besides(rows.map(({ id }) => id)),
    totals: {
      ...figures.all,
      monthlyRevenue: totalsOrZero(figures.all.monthlyRevenue, currency),
      churnRate: churnRatePercent(activeSubscribers, churnedThisMonth),
      scheduledCancellations,
    },
    merchant: { name: merchant.name, logoUrl: logoOf(merchant) },
    lockedReason: lockedRefusal(merchant.status)?.message ?? null,
  }
}

type FoundPlans = NonNullable<Awaited<ReturnType<typeof findMerchantPlans>>>['plans']

/** The same choice as `findPriceCurrency`. */
function currencyOf(plans: FoundPlans) {
  const prices = plans.flatMap(({ plan, prices: own }) =>
    own.map(({ active, currency }) => ({ active: plan.active && active, currency })),
  )
  return headlinePrice(prices)?.currency
}

function isWanted(row: PlanRow, { q, status }: ListPlansInput) {
  if (status !== undefined && row.active !== (status === 'active')) return false
  return searchMatcher(q ?? '')(`${row.name}\n${row.description ?? ''}`)
}

/** Missing figures count as 0; of several currencies the first one counts. */
const sortValues = {
  name: (row) => row.name.toLowerCase(),
  active: (row) => row.activeSubscribers,
  revenue: (row) => row.monthlyRevenue[0]?.amountMinor ?? 0,
  perDrink: (row) => row.pricePerDrink[0]?.amountMinor ?? 0,
  updated: (row) => row.updatedAt.getTime(),
  created: (row) => row.createdAt.getTime(),
} as const satisfies Record<PlanSort, (row: PlanRow) => string | number>

/** Equal ones stay in the order of their names. */
function byOrder({ sort, order }: ListPlansInput) {
  const direction = order === 'asc' ? 1 : -1
  return (one: PlanRow, other: PlanRow) => {
    const [first, second] = [sortValues[sort](one), sortValues[sort](other)]
    if (first === second) return 0
    return first < second ? -direction : direction
  }
}

/** More of one kind would crowd out the others. */
const shown = 5

/** Serves the command palette, which searches all kinds of records together. */
export async function findPlans(ctx: Context, { q }: FindPlansInput): Promise<FoundPlan[]> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  return findPlansByName(ctx.db, merchantScope(actor), q, shown)
}

/** Reads by id under the merchant's access rule. Missing and inaccessible plans get the same refusal. */
export async function getPlan(ctx: Context, { planId }: { planId: string }): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const merchantId = await findMerchantIdOfPlan(ctx.db, planId)
  if (merchantId === undefined) throw refuse(planRefusals, 'PLAN')
  return readPlanRecord(ctx, scopeOfPlan(actor, merchantId), planId)
}

function scopeOfPlan(actor: UserActor, merchantId: string) {
  try {
    return scopeToMerchant(actor, merchantId)
  } catch {
    throw refuse(planRefusals, 'PLAN')
  }
}

/** After a write, too: read once the transaction is over, because figures take their time. */
export async function readPlanRecord(ctx: Context, scope: MerchantScope, planId: string): Promise<PlanRecord> {
  const { plan, prices, merchantZone } = await getPricedPlan(ctx.db, scope, planId)
  const { ctx: local } = onCalendarOf(ctx, scope, merchantZone)
  const figures = await readPlanFigures(local, ctx.db, scope, planId)
  const paying = await readPayingGroups(ctx.db, scope, planId, prices.map(presentPrice))
  return presentPlanRecord(plan, prices, figures.all, paying)
}

export async function getPlanOfMerchant(
  ctx: Context,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<PlanRecord> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  return readPlanRecord(ctx, scopeToMerchant(actor, merchantId), planId)
}

import { logoOf } from '@quaff/features/merchants/rules'
import { merchantNotFound, openCalendar, scopeToMerchant } from '@quaff/features/sessions/server'
import { churnRatePercent } from '@quaff/features/subscriptions/rules'
import { countScheduled } from '@quaff/features/subscriptions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { ListPlansInput, PlanList, PlanRow, PlanSort } from '../contract'
import { planPermissions } from '../permissions'
import { headlinePrice, totalsOrZero } from '../prices/rules'
import { lockedRefusal } from '../rules'
import { presentPlanRow } from './plan-presenter'
import { findMerchantPlans } from './plan-store'
import { readPlanFigures } from './read-plan-figures'

/** Plans of one merchant with their statistics; few enough to be filtered and sorted here. */
export async function listPlans(ctx: Context, input: ListPlansInput): Promise<PlanList> {
  const actor = authorize(ctx.actor, planPermissions, 'plan.view')
  const { ctx: local, scope } = await openCalendar(ctx, scopeToMerchant(actor, input.merchantId))
  const [found, figures, scheduledCancellations] = await askTogether(ctx.db, (db) =>
    Promise.all([findMerchantPlans(db, scope), readPlanFigures(local, db, scope), countScheduled(db, scope)]),
  )
  if (!found) throw merchantNotFound()
  const { merchant, plans } = found
  const rows = plans.map(({ plan, prices }) => presentPlanRow(plan, prices, figures.of(plan.id)))
  const { activeSubscribers, churnedThisMonth } = figures.all
  return {
    rows: rows.filter((row) => isWanted(row, input)).sort(byOrder(input)),
    total: rows.length,
    withoutPlan: figures.besides(rows.map(({ id }) => id)),
    totals: {
      ...figures.all,
      monthlyRevenue: totalsOrZero(figures.all.monthlyRevenue, currencyOf(plans)),
      churnRate: churnRatePercent(activeSubscribers, churnedThisMonth),
      scheduledCancellations,
    },
    merchant: { name: merchant.name, logoUrl: logoOf(merchant) },
    lockedReason: lockedRefusal(merchant.status)?.message ?? null,
  }
}

type FoundPlans = NonNullable<Awaited<ReturnType<typeof findMerchantPlans>>>['plans']

/** The same choice as `findPriceCurrency`. */
function currencyOf(plans: FoundPlans): string | undefined {
  const prices = plans.flatMap(({ plan, prices: own }) =>
    own.map(({ active, currency }) => ({ active: plan.active && active, currency })),
  )
  return headlinePrice(prices)?.currency
}

function isWanted(row: PlanRow, { q, status }: ListPlansInput): boolean {
  if (status !== undefined && row.active !== (status === 'active')) return false
  const wanted = q?.trim().toLowerCase() ?? ''
  return `${row.name}\n${row.description ?? ''}`.toLowerCase().includes(wanted)
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

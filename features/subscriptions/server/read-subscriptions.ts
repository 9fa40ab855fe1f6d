import { type MerchantScope, scopeKey } from '@quaff/features/sessions/server'
import {
  adminRole,
  authorize,
  batchReads,
  type Context,
  hasMore,
  type Page,
  pageTotal,
  type Queryable,
  repeatedRead,
  toPage,
  type UserActor,
} from '@quaff/platform/server'
import {
  type ListSubscriptionsInput,
  type PlanGroup,
  type SubscriptionCounts,
  type SubscriptionCountsInput,
  type SubscriptionListRow,
  type SubscriptionsByPlanInput,
  subscriptionStatuses,
} from '../contract'
import { scheduledEndOf } from '../ending-rules'
import { subscriptionPermissions } from '../permissions'
import { resolvePrice } from '../rules'
import { presentPerson } from './list-subscribers'
import {
  countOfPlans,
  countPlanRows,
  listMerchantsOfGonePlans,
  listNewestOfGonePlans,
  listNewestOfPlans,
  listPlanRows,
  planPage,
} from './plan-group-store'
import { countListed, type ListedSubscription, listSubscriptionRows, newestPage } from './subscription-list-store'
import { readFilter, requireMerchantBehind, scopeOf } from './subscription-scope'
import { sumTotals } from './totals-store'

/**
 * Returns all subscriptions to administrators, and only those of the caller's merchants, with masked names, to
 * merchant roles.
 */
export async function listSubscriptions(
  ctx: Context,
  { merchantId, limit, cursor, ...requested }: ListSubscriptionsInput,
): Promise<Page<SubscriptionListRow>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const filter = await readFilter(ctx, actor, merchantId, requested)
  const scope = scopeOf(actor, merchantId)
  const rows = await repeatedRead(ctx.db, ['subscriptions', scopeKey(scope), filter, limit, cursor], () =>
    listSubscriptionRows(ctx.db, scope, filter, { limit, cursor }),
  )
  await requireMerchantBehind(ctx, scope, rows)
  const total = await pageTotal(
    ctx,
    { rows, limit, cursor, total: rows[0]?.total, of: ['subscriptions', scope, filter] },
    () => countListed(ctx.db, scope, filter, ctx.settings.timeZone),
  )
  return toPage(rows, { ...newestPage, limit, total }, (row) => presentSubscriptionRow(row, actor))
}

/** Reads counts from counters (spec §7). */
export async function countSubscriptions(
  ctx: Context,
  { merchantId }: SubscriptionCountsInput,
): Promise<SubscriptionCounts> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = scopeOf(actor, merchantId)
  const totals = await sumTotals(ctx.db, scope)
  await requireMerchantBehind(ctx, scope, totals)
  return sumByStatus(totals)
}

function sumByStatus(totals: readonly { status: string; count: number }[]) {
  const counts = { all: 0, active: 0, trialing: 0, past_due: 0, canceled: 0 }
  for (const { status, count } of totals) {
    counts.all += count
    const existing = subscriptionStatuses.find((one) => one === status)
    if (existing) counts[existing] += count
  }
  return counts
}

/** Plans with subscribers are rarely deleted: more merchants than this would mean a failed import. */
const goneMerchants = 50

/** Returns the newest N of each plan, and after the last plan those of deleted plans by merchant (spec §7). */
export async function listSubscriptionsByPlan(
  ctx: Context,
  { merchantId, newest, limit, cursor }: SubscriptionsByPlanInput,
): Promise<Page<PlanGroup>> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = scopeOf(actor, merchantId)
  const plans = await listPlanRows(ctx.db, scope, { limit, cursor })
  await requireMerchantBehind(ctx, scope, plans)
  const ids = plans.map(({ id }) => id)
  const [sums, rows, total, gone] = await batchReads(ctx.db, (db) =>
    Promise.all([
      ids.length === 0 ? [] : countOfPlans(db, scope, ids),
      ids.length === 0 ? [] : listNewestOfPlans(db, scope, ids, newest),
      pageTotal(ctx, { rows: plans, limit, cursor, of: ['plans of subscriptions', scope] }, () =>
        countPlanRows(db, scope),
      ),
      hasMore(plans.length, limit) ? [] : listGonePlans({ db, scope, actor }, { newest, limit: goneMerchants }),
    ]),
  )
  const page = toPage(plans, { ...planPage, limit, total }, (plan): PlanGroup => ({
    planId: plan.id,
    planName: plan.name || 'Unknown Plan',
    merchantId: plan.merchantId,
    merchantName: plan.merchantName || 'Unknown Merchant',
    counts: sumByStatus(sums.filter(({ planId }) => planId === plan.id)),
    newest: rows.filter(({ planId }) => planId === plan.id).map((row) => presentSubscriptionRow(row, actor)),
  }))
  if (page.hasMore) return page
  return { ...page, rows: [...page.rows, ...gone], total: total === null ? null : total + gone.length }
}

type Reader = { db: Queryable; scope: MerchantScope; actor: UserActor }

/** Returns one group "Unknown Plan" per merchant, for subscriptions without an existing plan. */
async function listGonePlans(
  { db, scope, actor }: Reader,
  { newest, limit }: { newest: number; limit: number },
): Promise<PlanGroup[]> {
  const found = await listMerchantsOfGonePlans(db, scope, limit)
  if (found.length === 0) return []
  const plans = found.flatMap(({ merchantId, counts }) =>
    [...new Set(counts.map(({ planId }) => planId))].map((planId) => ({ merchantId, planId })),
  )
  const rows = await listNewestOfGonePlans(db, scope, plans, newest)
  return found.map(({ merchantId, merchantName, counts }) => ({
    planId: null,
    planName: 'Unknown Plan',
    merchantId,
    merchantName: merchantName || 'Unknown Merchant',
    counts: sumByStatus(counts),
    newest: rows
      .filter((row) => row.merchantId === merchantId)
      .slice(0, newest)
      .map((row) => presentSubscriptionRow(row, actor)),
  }))
}

/** Lists every returned field by name. The viewer's role decides what is shown of the person. */
export function presentSubscriptionRow(row: ListedSubscription, reader: UserActor): SubscriptionListRow {
  const price = resolvePrice(row)
  const shown = {
    id: row.id,
    merchantId: row.merchantId,
    merchantName: row.merchantName || 'Unknown Merchant',
    planId: row.planId,
    planName: row.planName || 'Unknown Plan',
    status: row.status,
    amount: price.amountMinor,
    currency: price.currency,
    interval: price.interval,
    intervalCount: price.intervalCount,
    monthlyAmount: row.monthlyMinor,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    cancelAt: row.cancelAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
  }
  return Object.assign(shown, presentPerson(row.user, reader), presentEnd(row, reader))
}

/** Only administrators see who acted and why. The reason of a withdrawn cancellation is hidden. */
function presentEnd(row: ListedSubscription, reader: UserActor) {
  const isOver = row.status === 'canceled'
  const endsAt = scheduledEndOf(row)
  const showsReason = reader.role === adminRole && (isOver || endsAt !== null)
  return {
    canceledAt: isOver ? row.updatedAt : null,
    endsAt,
    endedBy: showsReason && row.canceledBy !== null ? (row.cancelerName ?? 'Unknown') : null,
    cancelReason: showsReason ? row.cancelReason : null,
  }
}

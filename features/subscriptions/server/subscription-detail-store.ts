import { and, count, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { inText, newestFirst, pick, type Queryable } from '@quaff/platform/server'
import type { SubscriptionCharge } from '../charges-contract'
import { listedSubscription } from './subscription-list-store'
import { chargeHolds, subscriptionCharges, subscriptionEvents, subscriptions } from './tables'

/** Includes the number of charges. */
export async function findSubscription(db: Queryable, scope: MerchantScope, id: string) {
  const chargeCount = db.select({ count: count() }).from(subscriptionCharges).where(chargesOf(scope, id))
  const [row] = await db
    .select({ ...listedSubscription, chargeCount: sql<number>`${chargeCount}`.mapWith(Number) })
    .from(subscriptions)
    .leftJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .leftJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.id, id)))
  return row
}
export type FoundSubscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** Newest period first. */
export function listCharges(db: Queryable, scope: MerchantScope, subscriptionId: string, limit: number) {
  return db
    .select({
      periodStart: subscriptionCharges.periodStart,
      periodEnd: subscriptionCharges.periodEnd,
      amount: subscriptionCharges.amountMinor,
      listAmount: subscriptionCharges.listMinor,
      corrected: subscriptionCharges.correctedMinor,
      hold: sql<SubscriptionCharge['hold']>`(
        select json_build_object('reason', hold.reason, 'isFinal', hold.withheld_at is not null) from ${chargeHolds} hold
        where hold.subscription_id = subscription_charges.subscription_id
          and hold.period_start = subscription_charges.period_start and hold.released_at is null
        order by hold.withheld_at, hold.reason desc limit 1)`,
      currency: subscriptionCharges.currency,
      recordedAt: subscriptionCharges.recordedAt,
    })
    .from(subscriptionCharges)
    .where(chargesOf(scope, subscriptionId))
    .orderBy(sql`${subscriptionCharges.periodStart} desc`)
    .limit(inText(limit))
}

const chargesOf = (scope: MerchantScope, subscriptionId: string) =>
  and(scopeWhere(scope, subscriptionCharges.merchantId), eq(subscriptionCharges.subscriptionId, subscriptionId))

/** Newest first. Events have no merchant, so the scope applies to their subscription. */
export function listEvents(db: Queryable, scope: MerchantScope, subscriptionId: string, limit: number) {
  return db
    .select({ ...pick(subscriptionEvents, 'id', 'kind', 'details', 'actorId'), at: subscriptionEvents.occurredAt })
    .from(subscriptionEvents)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionEvents.subscriptionId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptionEvents.subscriptionId, subscriptionId)))
    .orderBy(newestFirst(subscriptionEvents.occurredAt), sql`${subscriptionEvents.id} desc`)
    .limit(inText(limit))
}
export type SubscriptionEventRow = Awaited<ReturnType<typeof listEvents>>[number]

export async function listPlanNames(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .select({ id: subscriptionPlans.id, name: subscriptionPlans.name })
    .from(subscriptionPlans)
    .where(and(scopeWhere(scope, subscriptionPlans.merchantId), inArray(subscriptionPlans.id, [...ids])))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type RedemptionsOf = { id: string; userId: string; planId: string | null; since: Date }

/**
 * Counts completed redemptions of one subscription, from the index by user. Those without a subscription count if their
 * plan matches.
 */
export async function countRecentRedemptions(
  db: Queryable,
  scope: MerchantScope,
  { id, userId, planId, since }: RedemptionsOf,
) {
  const unnamed = planId === null ? isNull(redemptions.planId) : eq(redemptions.planId, planId)
  const [row] = await db
    .select({ count: count() })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.userId, userId),
        gte(redemptions.redeemedAt, since),
        eq(redemptions.status, 'completed'),
        isNull(redemptions.voidedAt),
        or(eq(redemptions.subscriptionId, id), and(isNull(redemptions.subscriptionId), unnamed)),
      ),
    )
  return row?.count ?? 0
}

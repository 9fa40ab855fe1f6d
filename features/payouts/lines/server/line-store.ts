import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import { redemptionHours, redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import {
  constant,
  countUpTo,
  hiddenTime,
  inText,
  keyset,
  one,
  pick,
  type Queryable,
  type SortKey,
  startOfHourIn,
} from '@quaff/platform/server'
import type { StoredPayout } from '../../server/payouts-store'
import type { PayoutScope } from '../../server/reading/payout-scope'
import { payoutCharges } from '../../server/tables'

/** Oldest first. Cursors contain the name and the order. */
export const renewalOrder = { name: 'payout_renewals', order: 'asc' } as const
export const redemptionOrder = { name: 'payout_redemptions', order: 'asc' } as const

export type LinePage = { limit: number; cursor?: string | null | undefined }
export type LinesOf = Pick<StoredPayout, 'id' | 'merchantId' | 'periodStart' | 'periodEnd'>

const byPeriod: SortKey = { kind: 'instant', expression: sql`${payoutCharges.periodStart}` }

/**
 * Limits the page before the joins; otherwise the query reads all charges of the merchant. Joins only plans of the same
 * merchant, so a foreign reference shows no name.
 */
export function listRenewalRows(
  db: Queryable,
  scope: PayoutScope,
  { id, merchantId }: LinesOf,
  { limit, cursor }: LinePage,
) {
  const subscriptionId = sql`${payoutCharges.subscriptionId}`
  const { after, orderBy, sortValue } = keyset({ ...renewalOrder, key: byPeriod, id: subscriptionId, cursor })
  const page = db
    .select({
      subscriptionId: payoutCharges.subscriptionId,
      periodStart: payoutCharges.periodStart,
      sortValue: sortValue.as('sort_value'),
    })
    .from(payoutCharges)
    .where(and(eq(payoutCharges.payoutId, id), after))
    .orderBy(...orderBy)
    .limit(inText(limit))
    .as('page')
  return db
    .select({
      id: page.subscriptionId,
      periodStart: page.periodStart,
      periodEnd: subscriptionCharges.periodEnd,
      ...pick(subscriptionCharges, 'amountMinor', 'listMinor', 'correctedMinor'),
      displayName: users.displayName,
      planName: subscriptionPlans.name,
      sortValue: page.sortValue,
    })
    .from(page)
    .innerJoin(
      subscriptionCharges,
      and(
        eq(subscriptionCharges.subscriptionId, page.subscriptionId),
        eq(subscriptionCharges.periodStart, page.periodStart),
        scopeWhere(scope.merchants, subscriptionCharges.merchantId),
      ),
    )
    .leftJoin(users, eq(users.id, subscriptionCharges.userId))
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.id, subscriptionCharges.planId), eq(subscriptionPlans.merchantId, merchantId)),
    )
    .orderBy(asc(page.periodStart), asc(page.subscriptionId))
}
export type RenewalDetails = Awaited<ReturnType<typeof listRenewalRows>>[number]

const byTime: SortKey = { kind: 'instant', expression: sql`${redemptions.redeemedAt}`, indexed: 'descending' }

const completedIn = (scope: PayoutScope, { merchantId, periodStart, periodEnd }: LinesOf) =>
  and(
    scopeWhere(scope.merchants, redemptions.merchantId),
    eq(redemptions.merchantId, merchantId),
    gte(redemptions.redeemedAt, hiddenTime(periodStart)),
    lt(redemptions.redeemedAt, hiddenTime(periodEnd)),
    eq(redemptions.status, constant(redemptionDefaults.status)),
  )

export function listRedemptionRows(db: Queryable, scope: PayoutScope, payout: LinesOf, { limit, cursor }: LinePage) {
  const page = keyset({ ...redemptionOrder, key: byTime, id: sql`${redemptions.id}`, cursor })
  return db
    .select({
      id: redemptions.id,
      redeemedAt: redemptions.redeemedAt,
      displayName: users.displayName,
      planName: subscriptionPlans.name,
      locationName: locations.name,
      sortValue: page.sortValue,
    })
    .from(redemptions)
    .leftJoin(users, eq(users.id, redemptions.userId))
    .leftJoin(
      subscriptionPlans,
      and(eq(subscriptionPlans.id, redemptions.planId), eq(subscriptionPlans.merchantId, payout.merchantId)),
    )
    .leftJoin(locations, and(eq(locations.id, redemptions.locationId), eq(locations.merchantId, payout.merchantId)))
    .where(and(completedIn(scope, payout), page.after))
    .orderBy(...page.orderBy)
    .limit(inText(limit))
}
export type RedemptionDetails = Awaited<ReturnType<typeof listRedemptionRows>>[number]

/**
 * Counts redemptions that are completed now, without those voided after the generation. Uses the hourly counters unless
 * a zone change moved the hours off the payout's bounds.
 */
export async function countRedemptionRows(db: Queryable, scope: PayoutScope, payout: LinesOf, zone: string) {
  const { merchantId, periodStart, periodEnd } = payout
  const isCounted = [periodStart, periodEnd].every((at) => startOfHourIn(zone, at).getTime() === at.getTime())
  if (!isCounted) return countUpTo(db, db.select(one).from(redemptions).where(completedIn(scope, payout)))
  const { hour, status, count } = redemptionHours
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${count}), 0)::int` })
    .from(redemptionHours)
    .where(
      and(
        scopeWhere(scope.merchants, redemptionHours.merchantId),
        eq(redemptionHours.merchantId, merchantId),
        eq(status, constant(redemptionDefaults.status)),
        gte(hour, hiddenTime(periodStart)),
        lt(hour, hiddenTime(periodEnd)),
      ),
    )
  return row?.count ?? 0
}

import { and, ne, sql } from 'drizzle-orm'
import { payouts } from '@quaff/features/payouts/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, newestFirst, pick, type Queryable } from '@quaff/platform/server'
import { iso, isoOrNull, type ReadPage, rowsOf, type Source } from './source-store'

export const subscriptionSource: Source<'subscriptions'> = {
  ...rowsOf(subscriptions),
  status: subscriptions.status,
  listed: () => ({
    key: { kind: 'instant', expression: sql`${subscriptions.createdAt}`, indexed: 'descending' },
    order: 'desc',
  }),
  read: readSubscriptions,
}

async function readSubscriptions(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { id, merchantId, planId, userId, status, monthlyMinor, cancelAtPeriodEnd, cancelAt } = subscriptions
  const { currentPeriodStart, currentPeriodEnd, createdAt, updatedAt } = subscriptions
  const { amountMinor, currency, interval, intervalCount, priceDetails } = subscriptions
  const details = { id, merchantId, planId, userId, status, monthlyMinor, cancelAtPeriodEnd, cancelAt }
  const times = { currentPeriodStart, currentPeriodEnd, createdAt, updatedAt }
  const price = { amountMinor, currency, interval, intervalCount, priceDetails }
  const rows = await db
    .select({ ...details, ...times, price, sortValue })
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, price: stored, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      planId: row.planId,
      userId: row.userId,
      status: row.status,
      ...resolvePrice(stored),
      monthlyMinor: row.monthlyMinor,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd,
      cancelAt: isoOrNull(row.cancelAt),
      currentPeriodStart: iso(row.currentPeriodStart),
      currentPeriodEnd: iso(row.currentPeriodEnd),
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    },
  }))
}

/** The index of one merchant is newest first. The primary key, used for all merchants, is oldest first. */
const redeemed = (isOfOne: boolean) => ({
  kind: 'instant' as const,
  expression: sql`${redemptions.redeemedAt}`,
  ...(isOfOne && { indexed: 'descending' as const }),
})

export const redemptionSource: Source<'redemptions'> = {
  id: sql`${redemptions.id}`,
  merchantId: redemptions.merchantId,
  from: sql`${redemptions}`,
  key: sql`${redemptions.redeemedAt}, ${redemptions.id}`,
  redeemedAt: redemptions.redeemedAt,
  listed: (isOfOne) => ({ key: redeemed(isOfOne), order: 'desc' }),
  changed: (isOfOne) => ({ key: redeemed(isOfOne), order: 'asc' }),
  read: readRedemptions,
}

async function readRedemptions(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { id, merchantId, locationId, planId, subscriptionId, userId, redeemedAt, method, status, voidedAt } =
    redemptions
  const details = { id, merchantId, locationId, planId, subscriptionId, userId, redeemedAt, method, status, voidedAt }
  const rows = await db
    .select({ ...details, sortValue })
    .from(redemptions)
    .where(and(scopeWhere(scope, redemptions.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      locationId: row.locationId,
      planId: row.planId,
      subscriptionId: row.subscriptionId,
      userId: row.userId,
      redeemedAt: iso(row.redeemedAt),
      method: row.method,
      status: row.status,
      voidedAt: isoOrNull(row.voidedAt),
    },
  }))
}

export const payoutSource: Source<'payouts'> = {
  ...rowsOf(payouts),
  // Only the platform sees drafts (0020). A key limited to merchants has the same view as those merchants.
  visible: (scope) => (scope.all ? undefined : ne(payouts.status, 'draft')),
  listed: () => ({
    key: { kind: 'text', expression: sql`${payouts.period}` },
    order: 'desc',
    orderBy: [newestFirst(payouts.period), newestFirst(payouts.id)],
  }),
  read: readPayouts,
}

async function readPayouts(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const { id, merchantId, period, periodStart, periodEnd, currency, status, renewalCount, redemptionCount } = payouts
  const { grossMinor, feeMinor, adjustmentsMinor, netMinor, approvedAt, sentAt, settledAt, updatedAt } = payouts
  const details = { id, merchantId, period, periodStart, periodEnd, currency, status, renewalCount, redemptionCount }
  const sums = { grossMinor, feeMinor, adjustmentsMinor, netMinor }
  const rows = await db
    .select({ ...details, ...sums, approvedAt, sentAt, settledAt, updatedAt, sortValue })
    .from(payouts)
    .where(and(scopeWhere(scope, payouts.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      period: row.period,
      periodStart: iso(row.periodStart),
      periodEnd: iso(row.periodEnd),
      currency: row.currency,
      status: row.status,
      grossMinor: row.grossMinor,
      feeMinor: row.feeMinor,
      adjustmentsMinor: row.adjustmentsMinor,
      netMinor: row.netMinor,
      renewalCount: row.renewalCount,
      redemptionCount: row.redemptionCount,
      approvedAt: isoOrNull(row.approvedAt),
      sentAt: isoOrNull(row.sentAt),
      settledAt: isoOrNull(row.settledAt),
      updatedAt: iso(row.updatedAt),
    },
  }))
}

export const refundSource: Source<'refunds'> = {
  ...rowsOf(refunds),
  status: refunds.status,
  listed: () => ({
    key: { kind: 'instant', expression: sql`${refunds.occurredAt}`, indexed: 'descending' },
    order: 'desc',
  }),
  read: readRefunds,
}

async function readRefunds(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const rows = await db
    .select({
      ...pick(refunds, 'id', 'merchantId', 'subscriptionId', 'kind', 'status', 'source', 'chargePeriodStart'),
      ...pick(refunds, 'amountMinor', 'currency', 'reason', 'problem', 'occurredAt', 'updatedAt'),
      sortValue,
    })
    .from(refunds)
    .where(and(scopeWhere(scope, refunds.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, chargePeriodStart, occurredAt, updatedAt, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      subscriptionId: row.subscriptionId,
      kind: row.kind,
      status: row.status,
      source: row.source,
      chargePeriodStart: isoOrNull(chargePeriodStart),
      amountMinor: row.amountMinor,
      currency: row.currency,
      reason: row.reason,
      problem: row.problem,
      occurredAt: iso(occurredAt),
      updatedAt: iso(updatedAt),
    },
  }))
}

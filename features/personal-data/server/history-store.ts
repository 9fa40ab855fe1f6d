import { and, desc, eq, or, sql, type AnyColumn } from 'drizzle-orm'
import { userActivity } from '@quaff/features/activity/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { refunds } from '@quaff/features/refunds/tables'
import { subscriptionCharges, subscriptionEvents, subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, newestFirst, pick, type Queryable } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'

/** End of the previous page. */
export type HistoryPage = { after: { at: Date; id: string } | undefined; limit: number }

const older = (at: unknown, id: unknown, { after }: HistoryPage) =>
  after && sql`(${at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id})`

/** Actions of others on the person exclude the other's id, program and input, which are not the person's data. */
export function listActivityOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, occurredAt: at, action } = userActivity
  const byThemself = sql<boolean>`coalesce(${userActivity.details} ->> 'by', ${userId}) = ${userId}`
  const details = sql<Record<string, unknown>>`${userActivity.details} - case
    when ${byThemself} then '{by,network,browser}'::text[] else '{by,network,browser,formerAddress}'::text[] end`.mapWith(
    userActivity.details,
  )
  const userAgent = sql<string | null>`case when ${byThemself} then ${userActivity.userAgent} end`
  return db
    .select({ id, at, action, byThemself, details, userAgent })
    .from(userActivity)
    .where(and(eq(userActivity.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

export function listSubscriptionsOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, createdAt: at } = subscriptions
  return db
    .select({
      id,
      at,
      ...pick(subscriptions, 'merchantId', 'planId', 'status', 'amountMinor', 'currency'),
      ...pick(subscriptions, 'interval', 'intervalCount', 'priceDetails', 'cancelReason', 'cancelAtPeriodEnd'),
      ...pick(subscriptions, 'cancelAt', 'currentPeriodStart', 'currentPeriodEnd', 'updatedAt'),
    })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

export function listSubscriptionEventsOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, occurredAt: at, subscriptionId, kind, details } = subscriptionEvents
  return db
    .select({ id, at, subscriptionId, kind, details })
    .from(subscriptionEvents)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(and(eq(subscriptions.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

export function listChargesOf(db: Queryable, userId: string, page: HistoryPage) {
  const {
    subscriptionId: id,
    periodStart: at,
    periodEnd,
    merchantId,
    planId,
    amountMinor,
    currency,
  } = subscriptionCharges
  return db
    .select({ id, at, periodEnd, merchantId, planId, amountMinor, currency })
    .from(subscriptionCharges)
    .where(and(eq(subscriptionCharges.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

/** Refunds and disputes of their subscriptions. */
export function listRefundsOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, occurredAt: at } = refunds
  return db
    .select({
      id,
      at,
      ...pick(refunds, 'subscriptionId', 'merchantId', 'kind', 'status', 'source'),
      ...pick(refunds, 'amountMinor', 'currency', 'reason', 'chargePeriodStart'),
    })
    .from(refunds)
    .innerJoin(subscriptions, eq(subscriptions.id, refunds.subscriptionId))
    .where(and(eq(subscriptions.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

export function listRedemptionsOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, redeemedAt: at, merchantId, locationId, planId, subscriptionId, method, status } = redemptions
  const { voidedAt, voidReason } = redemptions
  return db
    .select({ id, at, merchantId, locationId, planId, subscriptionId, method, status, voidedAt, voidReason })
    .from(redemptions)
    .where(and(eq(redemptions.userId, userId), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

/** Lists only kind and times, because the content of an email is deleted once it was sent. */
export function listMailsTo(db: Queryable, address: string, page: HistoryPage) {
  const { id, createdAt: at, template, sentAt } = outboxMails
  return db
    .select({ id, at, template, sentAt })
    .from(outboxMails)
    .where(and(eq(outboxMails.toAddress, address), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

/** Actions on and by the person, without the ids of others, which are not the person's data. */
export function listAuditOf(db: Queryable, userId: string, page: HistoryPage) {
  const { id, occurredAt: at, action, targetType, targetId, merchantId, before, after } = adminAuditLogs
  const isAbout = and(eq(targetType, 'user'), eq(targetId, userId))
  const byThemself = sql<boolean>`coalesce(${adminAuditLogs.adminUserId} = ${userId}, false)`
  const onlyAbout = (value: AnyColumn) =>
    sql<Record<string, unknown> | null>`case when ${isAbout} then ${value} end`.mapWith(value)
  return db
    .select({
      id,
      at,
      action,
      targetType,
      targetId,
      merchantId,
      byThemself,
      before: onlyAbout(before),
      after: onlyAbout(after),
    })
    .from(adminAuditLogs)
    .where(and(or(isAbout, eq(adminAuditLogs.adminUserId, userId)), older(at, id, page)))
    .orderBy(newestFirst(at), desc(id))
    .limit(inText(page.limit))
}

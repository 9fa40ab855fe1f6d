import { and, eq, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { type Database, inText, type Transaction } from '@quaff/platform/server'
import type { PaymentReference } from '../reading-contract'
import { isUnmatched, paymentEvents, paymentLinks, paymentReferences } from './tables'

/** Stores references. An existing reference keeps its values and only gains missing ones. */
export async function noteReferences(tx: Transaction, said: readonly PaymentReference[], now: Date) {
  if (said.length === 0) return
  const rows = said
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ periodStart, ...one }) => ({
      ...one,
      periodStart: periodStart === null ? null : new Date(periodStart),
      notedAt: now,
    }))
  const { leadsTo, providerSubscriptionId, periodStart } = paymentReferences
  await tx
    .insert(paymentReferences)
    .values(rows)
    .onConflictDoUpdate({
      target: paymentReferences.id,
      set: {
        leadsTo: sql`coalesce(excluded.leads_to, ${leadsTo})`,
        providerSubscriptionId: sql`coalesce(excluded.provider_subscription_id, ${providerSubscriptionId})`,
        periodStart: sql`coalesce(excluded.period_start, ${periodStart})`,
      },
    })
}

export type PaidPeriod = {
  providerSubscriptionId: string
  periodStart: Date
  subscriptionId: string | null
  merchantId: string | null
}

/** Returns the period that one of these payment ids leads to. Its subscription is null until it was matched here. */
export async function findPaidPeriod(tx: Transaction, ids: readonly string[]): Promise<PaidPeriod | undefined> {
  const { rows } = await tx.execute<Omit<PaidPeriod, 'periodStart'> & { periodStart: string | Date }>(sql`
    with recursive path(leads_to, provider_subscription_id, period_start, depth) as (
      select leads_to, provider_subscription_id, period_start, 1 from ${paymentReferences}
      where id = any(${sql.param([...ids])}::text[])
      union all
      select next.leads_to, next.provider_subscription_id, next.period_start, depth + 1
      from path join ${paymentReferences} next on next.id = path.leads_to where depth < ${maxDepth}
    )
    select path.provider_subscription_id as "providerSubscriptionId", path.period_start as "periodStart",
      link.subscription_id as "subscriptionId", pass.merchant_id as "merchantId"
    from path
    left join ${paymentLinks} link on link.provider_subscription_id = path.provider_subscription_id
    left join ${subscriptions} pass on pass.id = link.subscription_id
    where path.provider_subscription_id is not null order by depth limit 1`)
  const [row] = rows
  return row && { ...row, periodStart: new Date(row.periodStart) }
}

/** A charge leads to an intent, an intent to an invoice. */
const maxDepth = 3

/** Returns unmatched refunds whose payment is or leads to one of these ids, or belongs to that provider subscription. */
export async function listWaitingRefunds(
  tx: Transaction,
  ids: readonly string[],
  providerSubscriptionId: string | null,
) {
  return tx
    .select()
    .from(paymentEvents)
    .where(
      and(
        isUnmatched,
        isNotNull(paymentEvents.refundFacts),
        sql`(${paymentEvents.providerSubscriptionId} = ${providerSubscriptionId}
          or ${paymentEvents.refundFacts} -> 'references' ?| (
          with recursive path(id, depth) as (
            select unnest(${sql.param([...ids])}::text[]), 1
            union all select before.id, depth + 1 from path
            join ${paymentReferences} before on before.leads_to = path.id where depth < ${maxDepth}
          ) select coalesce(array_agg(id), '{}') from path))`,
      ),
    )
    .orderBy(paymentEvents.eventId)
    .for('update')
}

/** Returns refunds that are due for a retry. */
export async function listDueRefunds(db: Database, now: Date, limit: number) {
  const rows = await db
    .select({ id: paymentEvents.eventId })
    .from(paymentEvents)
    .where(and(isUnmatched, lte(paymentEvents.nextAttemptAt, now), isNotNull(paymentEvents.refundFacts)))
    .orderBy(paymentEvents.nextAttemptAt)
    .limit(inText(limit))
  return rows.map(({ id }) => id)
}

/** Locks the event until the transaction ends. Returns undefined if it is already settled. */
export async function lockRefundEvent(tx: Transaction, eventId: string) {
  const [row] = await tx
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.eventId, eventId), isUnmatched))
    .for('update')
  return row
}

export async function deleteReferencesBefore(db: Database, before: Date) {
  await db.delete(paymentReferences).where(lt(paymentReferences.notedAt, before))
}

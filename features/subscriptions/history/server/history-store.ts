import { sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { subscriptionCharges, subscriptionEvents } from '../../server/tables'
import type { Charge } from '../../writing/rules'

export type EventRow = typeof subscriptionEvents.$inferInsert

/** The first that is seen of a period stays. */
export async function insertCharges(tx: Transaction, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return
  // Arrays instead of a parameter per value: batches come in thousands of rows.
  const texts = (pick: (charge: Charge) => string | null) => sql`${sql.param(charges.map(pick))}::text[]`
  const times = (pick: (charge: Charge) => Date) =>
    sql`${sql.param(charges.map((charge) => pick(charge).toISOString()))}::timestamptz[]`
  await tx.execute(sql`
    insert into ${subscriptionCharges} (subscription_id, period_start, period_end, merchant_id, plan_id, user_id,
      amount_minor, currency, recorded_at)
    select * from unnest(${texts((one) => one.subscriptionId)}, ${times((one) => one.periodStart)},
      ${times((one) => one.periodEnd)}, ${texts((one) => one.merchantId)}, ${texts((one) => one.planId)},
      ${texts((one) => one.userId)}, ${sql.param(charges.map((one) => one.amountMinor))}::integer[],
      ${texts((one) => one.currency)}, ${times((one) => one.recordedAt)})
    on conflict do nothing`)
}

export async function insertEvents(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  const inOrder = events.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (inOrder.length === 0) return
  const texts = (pick: (event: EventRow) => string | null) => sql`${sql.param(inOrder.map(pick))}::text[]`
  await tx.execute(sql`
    insert into ${subscriptionEvents} (id, subscription_id, kind, details, actor_id, occurred_at)
    select id, subscription_id, kind, details::jsonb, actor_id, occurred_at::timestamptz
    from unnest(${texts(({ id }) => id)}, ${texts(({ subscriptionId }) => subscriptionId)}, ${texts(({ kind }) => kind)},
      ${texts(({ details }) => JSON.stringify(details ?? {}))}, ${texts(({ actorId }) => actorId ?? null)},
      ${texts(({ occurredAt }) => occurredAt.toISOString())})
      as event (id, subscription_id, kind, details, actor_id, occurred_at)
    on conflict do nothing`)
}

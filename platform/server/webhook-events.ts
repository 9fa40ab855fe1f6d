import { sql } from 'drizzle-orm'
import type { Services, Transaction } from './context'
import { outwardEvents, outwardListeners } from './tables'

/** Such as `plan.created`. Features declare theirs in their contracts; the contract of webhooks collects them. */
export type EventType = `${string}.${string}`
export type OutwardChange = { type: EventType; subjectId: string; merchantId: string | null }

/** From so many on it is worth a question whether anybody listens, before all of them are sent. */
const askedFirst = 100

/**
 * What other systems are told, in the transaction of the change and in one statement for all of a batch. Where nobody
 * listens nothing is written. Ids only: whoever hears of a change asks for the rest with a key of its own.
 */
export async function recordOutward(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  changes: readonly OutwardChange[],
): Promise<void> {
  if (changes.length === 0) return
  if (changes.length > askedFirst && !(await isHeard(tx))) return
  const column = (of: (change: OutwardChange) => string | null) => sql.param(changes.map(of))
  await tx.execute(sql`
    insert into ${outwardEvents} (id, type, subject_id, merchant_id, occurred_at)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), type, subject_id, merchant_id,
      ${clock.now().toISOString()}::timestamptz
    from unnest(${column(({ type }) => type)}::text[], ${column(({ subjectId }) => subjectId)}::text[],
      ${column(({ merchantId }) => merchantId)}::text[]) as change(type, subject_id, merchant_id)
    where exists (select from ${outwardListeners})`)
}

async function isHeard(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<Record<string, unknown>>(sql`select 1 from ${outwardListeners} limit 1`)
  return rows.length > 0
}

import { sql } from 'drizzle-orm'
import type { OutwardType } from '@quaff/platform/shared/outward/event-types'
import type { Services, Transaction } from '../context'
import { outwardEvents, outwardListeners } from '../tables'

export type OutwardChange = { type: OutwardType; subjectId: string; merchantId: string | null }

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
  const column = (of: (change: OutwardChange) => string | null) => sql.param(changes.map(of))
  await tx.execute(sql`
    insert into ${outwardEvents} (id, type, subject_id, merchant_id, occurred_at)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), type, subject_id, merchant_id,
      ${clock.now().toISOString()}::timestamptz
    from unnest(${column(({ type }) => type)}::text[], ${column(({ subjectId }) => subjectId)}::text[],
      ${column(({ merchantId }) => merchantId)}::text[]) as change(type, subject_id, merchant_id)
    where exists (select from ${outwardListeners})`)
}

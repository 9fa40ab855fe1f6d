import { sql } from 'drizzle-orm'
import type { Services, Transaction } from './context'
import { outwardEvents, webhookListeners } from './tables'

/** Such as `plan.created`. Features declare theirs in their contracts; the contract of webhooks collects them. */
export type EventType = `${string}.${string}`
export type WebhookChange = { type: EventType; subjectId: string; merchantId: string | null }

/** From this number of events on, checks for listeners before sending them all. */
const checkListenersFrom = 100

/**
 * Records webhook events in the transaction of the change, in one statement per batch; nothing if there is no
 * endpoint. Ids only: receivers read the record with their API key.
 */
export async function recordWebhookEvents(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  changes: readonly WebhookChange[],
) {
  if (changes.length === 0) return
  if (changes.length > checkListenersFrom && !(await isHeard(tx))) return
  const column = (of: (change: WebhookChange) => string | null) => sql.param(changes.map(of))
  await tx.execute(sql`
    insert into ${outwardEvents} (id, type, subject_id, merchant_id, occurred_at)
    select 'evt_' || replace(gen_random_uuid()::text, '-', ''), type, subject_id, merchant_id,
      ${clock.now().toISOString()}::timestamptz
    from unnest(${column(({ type }) => type)}::text[], ${column(({ subjectId }) => subjectId)}::text[],
      ${column(({ merchantId }) => merchantId)}::text[]) as change(type, subject_id, merchant_id)
    where exists (select from ${webhookListeners})`)
}

async function isHeard(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<Record<string, unknown>>(sql`select 1 from ${webhookListeners} limit 1`)
  return rows.length > 0
}

import { sql } from 'drizzle-orm'
import type { Database } from '../../context'
import type { LiveTopic } from '../../ports'
import type { LivePosition } from './live-cursor'

export type LiveRow = { position: LivePosition; topic: LiveTopic; subjectId: string; merchantId: string | null }

const lastId = 9_223_372_036_854_775_807n

/** The place before everything that may still commit: readers from here on miss nothing. */
export async function currentPosition(db: Database): Promise<LivePosition> {
  const { rows } = await db.execute<{ xmin: string; at_ms: number }>(
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, extract(epoch from now()) * 1000 as at_ms`,
  )
  const [row] = rows
  return { transactionId: BigInt(row?.xmin ?? '0') - 1n, id: lastId, atMs: Number(row?.at_ms ?? 0) }
}

type RawRow = {
  transaction_id: string
  id: string
  topic: LiveTopic
  subject_id: string
  merchant_id: string | null
  at_ms: number
  settled: boolean
}

/**
 * Events after `position` in commit order. A row whose transaction is not older than every open one has to wait:
 * an earlier one could still commit before it. `waiting` says that there are such rows.
 */
export async function readEvents(
  db: Database,
  position: LivePosition,
  limit: number,
): Promise<{ rows: LiveRow[]; waiting: boolean }> {
  const { rows } = await db.execute<RawRow>(sql`
    select transaction_id::text, id::text, topic, subject_id, merchant_id, extract(epoch from created_at) * 1000 as at_ms,
      transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled
    from live_events
    where (transaction_id, id) > (${String(position.transactionId)}::bigint, ${String(position.id)}::bigint)
    order by transaction_id, id limit ${limit}`)
  const settled = rows.filter((row) => row.settled)
  return { rows: settled.map(toLiveRow), waiting: settled.length < rows.length }
}

/** The last events up to `position` that are at most `agoMs` old, oldest first. */
export async function readLatest(
  db: Database,
  position: LivePosition,
  agoMs: number,
  limit: number,
): Promise<LiveRow[]> {
  const { rows } = await db.execute<RawRow>(sql`
    select * from (
      select transaction_id::text, id::text, topic, subject_id, merchant_id, extract(epoch from created_at) * 1000 as at_ms
      from live_events
      where (transaction_id, id) <= (${String(position.transactionId)}::bigint, ${String(position.id)}::bigint)
      order by live_events.transaction_id desc, live_events.id desc limit ${limit}
    ) latest
    where at_ms > extract(epoch from now()) * 1000 - ${agoMs}::bigint`)
  return rows.toReversed().map(toLiveRow)
}

function toLiveRow(row: RawRow): LiveRow {
  return {
    position: { transactionId: BigInt(row.transaction_id), id: BigInt(row.id), atMs: Number(row.at_ms) },
    topic: row.topic,
    subjectId: row.subject_id,
    merchantId: row.merchant_id,
  }
}

/** Readers that stayed away for longer start afresh; see `maxCursorAgeMs`. */
export async function pruneLiveEvents(db: Database): Promise<void> {
  await db.execute(sql`delete from live_events where created_at < now() - interval '1 hour'`)
}

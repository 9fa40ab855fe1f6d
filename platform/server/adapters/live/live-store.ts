import { sql } from 'drizzle-orm'
import type { Database } from '../../context'
import type { LiveTopic } from '../../ports'

export type LiveRow = { position: LivePosition; topic: LiveTopic; subjectId: string; merchantId: string | null }

const lastId = 9_223_372_036_854_775_807n

/**
 * All rows that are visible in `snapshot` have been read. Up to `floor` none can appear anymore; beyond it an open
 * transaction, here or in another database of the cluster, may still commit an earlier row.
 */
export type LiveView = { snapshot: string; floor: LivePosition }

type RawView = { snapshot: string; xmin: string; now_ms: number }

const viewColumns = sql`pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
  extract(epoch from now()) * 1000 as now_ms`

export async function currentView(db: Database) {
  const { rows } = await db.execute<RawView>(sql`select ${viewColumns}`)
  return toView(rows[0])
}

type RawRow = {
  transaction_id: string
  id: string
  topic: LiveTopic
  subject_id: string
  merchant_id: string | null
  at_ms: number
}

const rowColumns = sql`transaction_id::text, id::text, topic, subject_id, merchant_id,
  extract(epoch from created_at) * 1000 as at_ms`

const isIn = (view: LiveView) => sql`pg_visible_in_snapshot(transaction_id::text::xid8, ${view.snapshot}::pg_snapshot)`
const isAfter = (place: LivePosition) =>
  sql`(transaction_id, id) > (${String(place.transactionId)}::bigint, ${String(place.id)}::bigint)`

/**
 * Returns the rows committed since `view`, each once. A long open transaction delays no row, so closing a session
 * also ends its streams during an import.
 */
export async function readNews(
  db: Database,
  view: LiveView,
  limit: number,
): Promise<{ rows: LiveRow[]; view: LiveView }> {
  const { rows } = await db.execute<RawView & (RawRow | { id: null })>(sql`
    select present.*, news.* from (select ${viewColumns}) present left join lateral (
      select ${rowColumns} from live_events where ${isAfter(view.floor)} and not ${isIn(view)}
      order by live_events.transaction_id, live_events.id limit ${limit}
    ) news on true`)
  const next = toView(rows[0])
  return { rows: rows.flatMap((row) => (row.id === null ? [] : [toLiveRow(row, next)])), view: next }
}

/** Returns the rows visible in `view` after `cursor`. */
export async function readMissed(db: Database, view: LiveView, cursor: LivePosition, limit: number) {
  const { rows } = await db.execute<RawRow>(sql`
    select ${rowColumns} from live_events where ${isAfter(cursor)} and ${isIn(view)}
    order by live_events.transaction_id, live_events.id limit ${limit}`)
  return rows.map((row) => toLiveRow(row, view))
}

/** The last events that `view` shows and that are at most `agoMs` old, oldest first. */
export async function readLatest(db: Database, view: LiveView, agoMs: number, limit: number) {
  const { rows } = await db.execute<RawRow>(sql`
    select * from (
      select ${rowColumns} from live_events where ${isIn(view)}
      order by live_events.transaction_id desc, live_events.id desc limit ${limit}
    ) latest
    where at_ms > extract(epoch from now()) * 1000 - ${agoMs}::bigint`)
  return rows.toReversed().map((row) => toLiveRow(row, view))
}

function toView(raw: RawView | undefined): LiveView {
  if (!raw) throw new Error('No snapshot was read')
  const transactionId = BigInt(raw.xmin) - 1n
  return { snapshot: raw.snapshot, floor: { transactionId, id: lastId, atMs: Number(raw.now_ms) } }
}

/** A cursor beyond the floor is moved back to it: the reader receives some rows twice and misses none. */
function toLiveRow(row: RawRow, { floor }: LiveView): LiveRow {
  const own = { transactionId: BigInt(row.transaction_id), id: BigInt(row.id), atMs: Number(row.at_ms) }
  return {
    position: own.transactionId > floor.transactionId ? floor : own,
    topic: row.topic,
    subjectId: row.subject_id,
    merchantId: row.merchant_id,
  }
}

/** Readers that stayed away for longer start afresh; see `maxCursorAgeMs`. */
export async function pruneLiveEvents(db: Database) {
  await db.execute(sql`delete from live_events where created_at < now() - interval '1 hour'`)
}

/** A place in the order of commits: transaction, then row; with the time, so that a cursor too old is known as such. */
export type LivePosition = { transactionId: bigint; id: bigint; atMs: number }

export function formatCursor({ transactionId, id, atMs }: LivePosition) {
  return `${transactionId}.${id}.${Math.trunc(atMs)}`
}

/** null for anything that this server did not write. */
export function parseCursor(text: string): LivePosition | null {
  const match = /^(\d{1,19})\.(\d{1,19})\.(\d{1,15})$/.exec(text)
  if (!match) return null
  const [, transactionId = '0', id = '0', atMs = '0'] = match
  return { transactionId: BigInt(transactionId), id: BigInt(id), atMs: Number(atMs) }
}

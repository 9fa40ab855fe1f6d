import { desc, gte, lt, sql } from 'drizzle-orm'
import { type Database, inText, type Queryable } from '@quaff/platform/server'
import { sourceLimits, type SourceKind } from '../contract'
import { eventRefusals, eventSources } from './tables'

export type Heard = { sourceId: string; kind: SourceKind; name: string; receivedAt: Date; eventAt: Date | null }
export type NewRefusal = { code: string; count: number; field: string | null; eventId: string | null }

/** Concurrent deliveries write the row once, and a late delivery keeps the newest event. */
export async function saveHeard(db: Queryable, { sourceId, kind, name, receivedAt, eventAt }: Heard) {
  const lagMs = eventAt && Math.min(2 ** 31 - 1, Math.max(0, receivedAt.getTime() - eventAt.getTime()))
  const before = new Date(receivedAt.getTime() - sourceLimits.heardMs)
  await db
    .insert(eventSources)
    .values({ sourceId, kind, name, receivedAt, eventAt, lagMs })
    .onConflictDoUpdate({
      target: [eventSources.sourceId, eventSources.kind],
      set: {
        name,
        receivedAt,
        eventAt: sql`greatest(${eventSources.eventAt}, excluded.event_at)`,
        lagMs: sql`coalesce(excluded.lag_ms, ${eventSources.lagMs})`,
      },
      setWhere: lt(eventSources.receivedAt, before),
    })
}

type RefusalsOf = { sourceId: string; kind: SourceKind; refusedAt: Date }

/** Ordered by code, so that two deliveries cannot deadlock. */
export async function addRefusals(db: Queryable, of: RefusalsOf, refusals: readonly NewRefusal[]) {
  const day = of.refusedAt.toISOString().slice(0, 10)
  const rows = refusals.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  await db
    .insert(eventRefusals)
    .values(rows.map((row) => ({ ...of, ...row, day })))
    .onConflictDoUpdate({
      target: [eventRefusals.day, eventRefusals.sourceId, eventRefusals.kind, eventRefusals.code],
      set: {
        count: sql`${eventRefusals.count} + excluded.count`,
        field: sql`excluded.field`,
        eventId: sql`excluded.event_id`,
        refusedAt: sql`excluded.refused_at`,
      },
    })
}

export function listSourceRows(db: Database) {
  return db.select().from(eventSources).orderBy(desc(eventSources.receivedAt)).limit(inText(sourceLimits.shown))
}

/** Newest day first. */
export function listRefusalRows(db: Database, since: string) {
  return db.select().from(eventRefusals).where(gte(eventRefusals.day, since)).orderBy(desc(eventRefusals.day))
}

export async function deleteRefusalsBefore(db: Database, day: string) {
  await db.delete(eventRefusals).where(lt(eventRefusals.day, day))
}

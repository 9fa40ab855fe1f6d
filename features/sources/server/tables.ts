import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'
import type { SourceKind } from '../contract'

/** Stores the last delivery per source and kind, so the table stays small. */
export const eventSources = pgTable(
  'event_sources',
  {
    sourceId: text('source_id').notNull(),
    kind: text().$type<SourceKind>().notNull(),
    /** The source's name at its last delivery. */
    name: text().notNull(),
    receivedAt: instant('received_at').notNull(),
    eventAt: instant('event_at'),
    lagMs: integer('lag_ms'),
  },
  (table) => [primaryKey({ name: 'event_sources_pk', columns: [table.sourceId, table.kind] })],
)

/** Counts per UTC day and reason. Pruned after `sourceLimits.keptDays`. */
export const eventRefusals = pgTable(
  'event_refusals',
  {
    sourceId: text('source_id').notNull(),
    kind: text().$type<SourceKind>().notNull(),
    day: date({ mode: 'string' }).notNull(),
    code: text().notNull(),
    count: integer().notNull(),
    field: text(),
    eventId: text('event_id'),
    refusedAt: instant('refused_at').notNull(),
  },
  (table) => [primaryKey({ name: 'event_refusals_pk', columns: [table.day, table.sourceId, table.kind, table.code] })],
)

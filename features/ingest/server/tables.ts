import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '@quaff/platform/server/tables'

/**
 * Events that had an effect, inserted in the same transaction, so that each has it once. Pruned after
 * `ingestLimits.eventDays`.
 */
export const ingestEvents = pgTable(
  'ingest_events',
  {
    apiKeyId: text('api_key_id').notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'ingest_events_pk', columns: [table.apiKeyId, table.eventId] }),
    index('ingest_events_received').on(table.receivedAt),
  ],
)

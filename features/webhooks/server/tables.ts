import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { DeliveryErrorCode, DeliveryStatus, DisabledReason } from '../contract'
import type { EventType } from '../event-types-contract'

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text().primaryKey(),
  url: text().notNull(),
  description: text().notNull(),
  /** Null: all. */
  eventTypes: jsonb('event_types').$type<EventType[]>(),
  /** Null: all merchants. */
  merchantIds: jsonb('merchant_ids').$type<string[]>(),
  isEnabled: boolean('is_enabled').notNull(),
  disabledReason: text('disabled_reason').$type<DisabledReason>(),
  disabledAt: instant('disabled_at'),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by'),
  lastSuccessAt: instant('last_success_at'),
  /** The first failure since the last success. */
  failingSince: instant('failing_since'),
  version: integer().notNull().default(1),
})

/** One per endpoint, or two while a rotation overlaps. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: text().primaryKey(),
    endpointId: idOf('endpoint_id', () => webhookEndpoints.id, 'cascade'),
    encrypted: text().notNull(),
    /** The ID of the field key. */
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: valid as long as the endpoint. */
    validUntil: instant('valid_until'),
  },
  (table) => [
    index('webhook_secrets_endpoint').on(table.endpointId),
    index('webhook_secrets_sealed').on(table.keyId, table.id),
  ],
)

/** One event for one endpoint, with the result of its last attempt. Holds IDs only, no personal data. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    endpointId: idOf('endpoint_id', () => webhookEndpoints.id, 'cascade'),
    /** The same for each attempt and each replay, so that receivers can ignore repeats. */
    messageId: text('message_id').notNull(),
    eventType: text('event_type').notNull(),
    subjectId: text('subject_id').notNull(),
    merchantId: text('merchant_id'),
    occurredAt: instant('occurred_at').notNull(),
    status: text().$type<DeliveryStatus>().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    /** A process holds the delivery until then. */
    lockedUntil: instant('locked_until'),
    lastAttemptAt: instant('last_attempt_at'),
    responseStatus: integer('response_status'),
    fault: text().$type<DeliveryErrorCode>(),
    durationMs: integer('duration_ms'),
    responseText: text('response_text'),
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_message').on(table.endpointId, table.messageId),
    index('webhook_deliveries_log').on(table.endpointId, table.createdAt.desc(), table.id.desc()),
    index('webhook_deliveries_status').on(table.endpointId, table.status, table.createdAt.desc(), table.id.desc()),
    index('webhook_deliveries_due')
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_old').on(table.createdAt),
  ],
)

import { sql, type SQLWrapper } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from './list/search'

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** The row of another table that this one cannot do without, by its id. `cascade`: it goes when that one goes. */
export const idOf = (name: string, column: () => AnyPgColumn, onDelete?: 'cascade') =>
  text(name).notNull().references(column, { onDelete })

/** A word that servers of the previous version store as `older`: both are read, and `older` is written (0050). */
type RenamedWord = { word: string; older: string }

export const renamedText = <Text extends string>({ word, older }: RenamedWord) =>
  customType<{ data: Text; driverData: string }>({
    dataType: () => 'text',
    toDriver: (text) => (text === word ? older : text),
    fromDriver: (text) => (text === older ? word : text) as Text,
  })()

/** Renames keys, and the values of these keys. */
export const renamedJson = <Value>(name: string, { word, older }: RenamedWord, valueKeys: readonly string[]) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'jsonb',
    codec: 'jsonb',
    toDriver: (value) => renameIn(value, { from: word, to: older, valueKeys }),
    fromDriver: (value) => renameIn(value, { from: older, to: word, valueKeys }) as Value,
  })(name)

type Renaming = { from: string; to: string; valueKeys: readonly string[] }

function renameIn(value: unknown, renaming: Renaming): unknown {
  if (Array.isArray(value)) return value.map((one) => renameIn(one, renaming))
  if (typeof value !== 'object' || value === null) return value
  const { from, to, valueKeys } = renaming
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key === from ? to : key,
      inner === from && valueKeys.includes(key) ? to : renameIn(inner, renaming),
    ]),
  )
}

/** Has the recorded email of the actor and name of the target: both may be others by now, or deleted. */
export const auditSearchText = ({ adminEmail, before, after }: Record<'adminEmail' | 'before' | 'after', SQLWrapper>) =>
  joinColumns(
    sql`coalesce(${adminEmail}, '')`,
    sql`coalesce(${after} ->> 'name', ${before} ->> 'name', ${after} ->> 'displayName', ${before} ->> 'displayName', '')`,
  )

/** Insert-only by trigger (G36). `before` and `after` hold the changed fields, without secrets. */
export const adminAuditLogs = pgTable(
  'admin_audit_logs',
  {
    id: text().primaryKey(),
    sequence: bigserial({ mode: 'number' }).notNull(),
    action: text().notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    merchantId: text('merchant_id'),
    adminUserId: text('admin_user_id'),
    adminEmail: text('admin_email'),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    requestId: text('request_id'),
    occurredAt: instant('occurred_at').notNull(),
  },
  (table) => [
    index('admin_audit_logs_occurred_at').on(table.occurredAt.desc(), table.id),
    index('admin_audit_logs_target').on(table.targetType, table.targetId, table.occurredAt.desc()),
    index('admin_audit_logs_merchant').on(table.merchantId, table.occurredAt.desc()),
    index('admin_audit_logs_actor').on(table.adminUserId, table.occurredAt.desc()),
    /** A search knows the ids of people and merchants, but not the type under which an entry names them. */
    index('admin_audit_logs_target_id').on(table.targetId),
    ...searchIndexes('admin_audit_logs', auditSearchText(table)),
  ],
)

/** Stored for one hour. Readers follow (transaction id, id), so that late commits are not skipped. */
export const liveEvents = pgTable(
  'live_events',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    transactionId: bigint('transaction_id', { mode: 'bigint' })
      .notNull()
      .default(sql`(pg_current_xact_id()::text::bigint)`),
    topic: text().notNull(),
    subjectId: text('subject_id').notNull(),
    merchantId: text('merchant_id'),
    /** Near the commit, unlike `now()`: a page opened during a long transaction still receives its event. */
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [index('live_events_order').on(table.transactionId, table.id)],
)

export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    runAt: instant('run_at').notNull(),
    attempts: integer().notNull().default(0),
    lockedUntil: instant('locked_until'),
    lastError: text('last_error'),
    /** Dead letter: tried as often as its kind allows. */
    deadAt: instant('dead_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('jobs_due')
      .on(table.runAt)
      .where(sql`dead_at is null`),
  ],
)

export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: text().primaryKey(),
    toAddress: text('to_address').notNull(),
    template: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('outbox_mails_unsent')
      .on(table.createdAt)
      .where(sql`sent_at is null`),
    index('outbox_mails_address').on(table.toAddress, table.createdAt),
  ],
)

export const rateLimits = pgTable(
  'rate_limits',
  { key: text().notNull(), windowStartedAt: instant('window_started_at').notNull(), count: integer().notNull() },
  (table) => [primaryKey({ name: 'rate_limits_pk', columns: [table.key, table.windowStartedAt] })],
)

/** Responses of create calls by the caller's own key (promise "creates happen once"); stored for a day. */
export const onceKeys = pgTable(
  'once_keys',
  {
    actorId: text('actor_id').notNull(),
    action: text().notNull(),
    key: text().notNull(),
    inputHash: text('input_hash').notNull(),
    answer: jsonb().$type<unknown>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'once_keys_pk', columns: [table.actorId, table.action, table.key] }),
    index('once_keys_created').on(table.createdAt),
  ],
)

/** The audit rows in commit order, each with a hash over itself and the seal before it (G36). Insert-only like the rows. */
export const auditSeals = pgTable('audit_seals', {
  position: bigint({ mode: 'number' }).primaryKey(),
  auditId: text('audit_id').notNull().unique('audit_seals_audit_id'),
  hash: text().notNull(),
  sealedAt: instant('sealed_at').notNull(),
})

/** Webhook events in the order of writing; stored for a few days after delivery to each endpoint. */
export const outwardEvents = pgTable(
  'outward_events',
  {
    sequence: bigserial({ mode: 'number' }).primaryKey(),
    id: text().notNull(),
    type: text().notNull(),
    subjectId: text('subject_id').notNull(),
    merchantId: text('merchant_id'),
    occurredAt: instant('occurred_at').notNull(),
    fannedOutAt: instant('fanned_out_at'),
  },
  (table) => [
    index('outward_events_waiting')
      .on(table.sequence)
      .where(sql`fanned_out_at is null`),
    index('outward_events_done').on(table.fannedOutAt),
  ],
)

/** Endpoints that are switched on; without any, no outward event is written. */
export const webhookListeners = pgTable('outward_listeners', { id: text().primaryKey() })

import { sql, type SQLWrapper } from 'drizzle-orm'
import {
  bigint,
  bit,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { CsvDialect } from '@quaff/platform/shared/csv-format'

/** Imported token claims and legacy flags (G10). Our verbs clear them when the role changes. */
export type UserClaims = {
  role?: string
  merchantIds?: string[]
  admin?: boolean
  quaff_admin?: boolean
  isQuaffAdmin?: boolean
}

export const userSearchText = ({ email, displayName }: Record<'email' | 'displayName', SQLWrapper>) =>
  joinColumns(email, sql`coalesce(${displayName}, '')`)

/** People without a name are shown and sorted by address. */
export const foldedName = ({ email, displayName }: Record<'email' | 'displayName', SQLWrapper>) =>
  sql`(search_text(coalesce(nullif(${displayName}, ''), ${email})) collate "C")`

/** Digits of the number backwards, without an extension: people type its end, with or without the country. */
export const dialedFromEnd = ({ phoneNumber }: Record<'phoneNumber', SQLWrapper>) =>
  sql`(reverse(regexp_replace(substring(${phoneNumber} from '^[0-9+() ./-]+'), '[^0-9]', '', 'g')) collate "C")`

export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    /** Normalised (NFKC, lower case). */
    email: text().notNull(),
    /** Generated because the imported record had no email; it never receives email. */
    emailIsPlaceholder: boolean('email_is_placeholder').notNull().default(false),
    emailVerified: boolean('email_verified').notNull().default(false),
    displayName: text('display_name'),
    photoUrl: text('photo_url'),
    role: text().notNull().default('customer'),
    status: text().notNull().default('active'),
    claims: jsonb().$type<UserClaims>().notNull().default({}),
    phoneNumber: text('phone_number'),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    applicationId: text('application_id'),
    passwordHash: text('password_hash'),
    rejectionReason: text('rejection_reason'),
    subscriptionCount: integer('subscription_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    statusUpdatedAt: instant('status_updated_at'),
    lastActiveAt: instant('last_active_at'),
    /** Null: no choice yet. */
    csvDialect: text('csv_dialect').$type<CsvDialect>(),
    /** Name, address and phone were removed on request; the figures stay. Such an account is never let in again. */
    erasedAt: instant('erased_at'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    /** The list as it opens; how many are new, by role and status, is counted from it alone. */
    index('users_joined').on(table.createdAt.desc(), table.id.desc(), table.role, table.status),
    index('users_role_joined').on(table.role, table.createdAt.desc(), table.id.desc()),
    index('users_status_joined').on(table.status, table.createdAt.desc(), table.id.desc()),
    /** Matches the sort expressions of the list: displayed name and last activity (`sortKeys` of the store). */
    index('users_folded_name').on(foldedName(table), table.id),
    index('users_last_active').on(sql`coalesce(${table.lastActiveAt}, 'epoch'::timestamptz)`, table.id),
    /** Imported passwords by their hash parameters, which a start checks. */
    index('users_borrowed_password')
      .on(sql`split_part(password_hash, '.', 3)`)
      .where(sql`password_hash like 'fbscrypt.v1.%'`),
    ...searchIndexes('users', userSearchText(table)),
    index('users_dialed')
      .on(dialedFromEnd(table))
      .where(sql`phone_number is not null`),
    /** "ana p.", by which merchants find their customers. */
    index('users_masked_name').on(sql`(search_text(masked_name(${table.displayName})) collate "C")`),
  ],
)

/** Holds what a search of people compares, in the orders of their list. Triggers of `users` write it. */
export const userSearch = pgTable(
  'user_search',
  {
    id: text().primaryKey(),
    createdAt: instant('created_at').notNull(),
    /** `foldedName` */
    name: text().notNull(),
    /** Folded by `search_text`. */
    text: text().notNull(),
  },
  (table) => [
    index('user_search_created').on(table.createdAt, table.id, table.text),
    index('user_search_name').on(table.name, table.id, table.text),
  ],
)

/** Parts of the list by name, so that a search skips those without its letters. A job writes them. */
export const userSearchRanges = pgTable('user_search_ranges', {
  first: text().primaryKey(),
  /** Exclusive. */
  until: text().notNull(),
  /** `search_bits` of all texts, also of earlier ones. Null if unknown: a search compares all texts. */
  bits: bit({ dimensions: 16_384 }),
  /** Number of texts when all were read, and number of those written since. */
  people: integer().notNull().default(0),
  added: integer().notNull().default(0),
})

/** Texts that their range may not know yet. Triggers of `users` insert a row per change, and a job takes them. */
export const userSearchChanges = pgTable('user_search_changes', {
  number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text().notNull(),
})

/**
 * Number of users by role and status: the sum of its rows. Triggers insert a row per change, so that writers do not
 * wait for each other; a job merges them.
 */
export const userCounts = pgTable('user_counts', {
  role: text().notNull(),
  status: text().notNull(),
  count: integer().notNull(),
})

export const userMerchants = pgTable(
  'user_merchants',
  {
    userId: idOf('user_id', () => users.id, 'cascade'),
    merchantId: text('merchant_id').notNull(),
    /** Order of assignment: the first is the one selected after sign-in. */
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'user_merchants_pk', columns: [table.userId, table.merchantId] }),
    index('user_merchants_merchant').on(table.merchantId, table.userId),
  ],
)

/** `admins/{uid}` of the specification: where our own verbs keep a console role. */
export const adminRecords = pgTable('admin_records', {
  userId: idOf('user_id', () => users.id, 'cascade').primaryKey(),
  role: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
})

/** `pendingInvitations/{uid}`. The sign-in link is never stored or returned; only hashes of its token lie in `one_time_secrets`. */
export const pendingInvitations = pgTable('pending_invitations', {
  userId: idOf('user_id', () => users.id, 'cascade').primaryKey(),
  role: text().notNull(),
  merchantIds: text('merchant_ids').array().notNull().default([]),
  requiresPasswordSetup: boolean('requires_password_setup').notNull().default(true),
  used: boolean().notNull().default(false),
  usedAt: instant('used_at'),
  invitedBy: text('invited_by'),
  createdAt: instant('created_at').notNull(),
})

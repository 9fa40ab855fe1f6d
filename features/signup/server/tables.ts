import { sql, type SQLWrapper } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { SignupKind, SignupStatus } from '../contract'

export const signupSearchText = ({
  businessName,
  contactName,
  email,
}: Record<'businessName' | 'contactName' | 'email', SQLWrapper>) => joinColumns(businessName, contactName, email)

/** An application from the partner pages. One per press of Send: a repeated one finds its row and makes nothing new. */
export const merchantSignups = pgTable(
  'merchant_signups',
  {
    id: text().primaryKey(),
    /** Keyed hash of the key that the browser made. */
    keyHash: text('key_hash').notNull(),
    kind: text().$type<SignupKind>().notNull(),
    status: text().$type<SignupStatus>().notNull().default('submitted'),
    email: text().notNull(),
    contactName: text('contact_name').notNull(),
    businessName: text('business_name').notNull(),
    /** "1 a day", "10 a month" or "Not sure yet": what they would start with. */
    firstPass: text('first_pass'),
    applicationId: text('application_id').notNull(),
    userId: text('user_id').notNull(),
    affiliateCode: text('affiliate_code'),
    /** Version of the accepted terms; null if it was not recorded. */
    termsVersion: integer('terms_version'),
    rejectionReason: text('rejection_reason'),
    createdAt: instant('created_at').notNull(),
    reviewedAt: instant('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('merchant_signups_key').on(table.keyHash),
    index('merchant_signups_created').on(table.createdAt.desc(), table.id.desc()),
    index('merchant_signups_status').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('merchant_signups_affiliate').on(table.affiliateCode, table.createdAt),
    index('merchant_signups_user').on(table.userId),
    index('merchant_signups_email').on(table.email),
    ...searchIndexes('merchant_signups', signupSearchText(table)),
    /** The applicant's reference is the end of the application's id. */
    index('merchant_signups_reference').on(sql`right(${table.applicationId}, 8)`),
  ],
)

/**
 * Shown status of each application: its decision, or the account's state, which other screens and imports change.
 * Triggers on both tables maintain it (`signup_state`).
 */
export const merchantSignupStates = pgTable(
  'merchant_signup_states',
  {
    signupId: idOf('signup_id', () => merchantSignups.id, 'cascade').primaryKey(),
    status: text().$type<SignupStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('merchant_signup_states_status').on(table.status, table.createdAt.desc(), table.signupId.desc())],
)

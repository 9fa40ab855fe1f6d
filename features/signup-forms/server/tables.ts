import { sql, type SQLWrapper } from 'drizzle-orm'
import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { FormField, FormStatus, SubmissionStatus, SubmittedAnswer } from '../contract'

export const signupForms = pgTable(
  'signup_forms',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    slug: text().notNull(),
    status: text().$type<FormStatus>().notNull().default('draft'),
    /** The draft; the public page shows the published version. */
    fields: jsonb().$type<FormField[]>().notNull(),
    intro: text().notNull().default(''),
    successText: text('success_text').notNull().default(''),
    /** Gets an email per submission; null disables it. */
    ownerEmail: text('owner_email'),
    /** Category of an approved merchant. Null uses the answers, if any. */
    category: text(),
    closesAt: instant('closes_at'),
    /** Origins that may embed the page, like "https://example.com". */
    allowedSites: text('allowed_sites').array().notNull().default([]),
    /** The live version; null before the first publication. */
    liveVersion: integer('live_version'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('signup_forms_slug').on(table.slug),
    index('signup_forms_updated').on(table.updatedAt.desc(), table.id.desc()),
  ],
)

/** Immutable: a submission shows the questions as they were at that time. */
export const signupFormVersions = pgTable(
  'signup_form_versions',
  {
    formId: idOf('form_id', () => signupForms.id, 'cascade'),
    number: integer().notNull(),
    fields: jsonb().$type<FormField[]>().notNull(),
    intro: text().notNull(),
    successText: text('success_text').notNull(),
    publishedAt: instant('published_at').notNull(),
    publishedBy: text('published_by'),
  },
  (table) => [primaryKey({ name: 'signup_form_versions_pk', columns: [table.formId, table.number] })],
)

export const submissionSearchText = ({ businessName, email }: Record<'businessName' | 'email', SQLWrapper>) =>
  joinColumns(businessName, email)

export const signupSubmissions = pgTable(
  'signup_submissions',
  {
    id: text().primaryKey(),
    formId: idOf('form_id', () => signupForms.id),
    formVersion: integer('form_version').notNull(),
    status: text().$type<SubmissionStatus>().notNull(),
    /** Keyed hash of the browser's idempotency key. */
    keyHash: text('key_hash').notNull(),
    email: text().notNull(),
    businessName: text('business_name').notNull(),
    answers: jsonb().$type<SubmittedAnswer[]>().notNull(),
    /** When the sender verified the email; null if it is only typed. */
    provedAt: instant('proved_at'),
    affiliateCode: text('affiliate_code'),
    /** The account and application that the approval created. */
    userId: text('user_id'),
    applicationId: text('application_id'),
    rejectionReason: text('rejection_reason'),
    submittedAt: instant('submitted_at').notNull(),
    reviewedAt: instant('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('signup_submissions_key').on(table.keyHash),
    index('signup_submissions_form').on(table.formId, table.submittedAt.desc(), table.id.desc()),
    index('signup_submissions_status').on(table.formId, table.status, table.submittedAt.desc(), table.id.desc()),
    index('signup_submissions_submitted').on(table.submittedAt.desc(), table.id.desc()),
    /** Over all forms: the inbox of pending and decided submissions. */
    index('signup_submissions_decided').on(table.status, table.submittedAt.desc(), table.id.desc()),
    ...searchIndexes('signup_submissions', submissionSearchText(table)),
    index('signup_submissions_email').on(table.email),
    /** The sender's reference is the end of the id. */
    index('signup_submissions_reference').on(sql`right(${table.id}, 8)`),
    index('signup_submissions_affiliate').on(table.affiliateCode, table.submittedAt),
  ],
)

/** The funnel per day of the platform's zone. Submitted and approved are counted from the submissions. */
export const signupFormDays = pgTable(
  'signup_form_days',
  {
    formId: idOf('form_id', () => signupForms.id, 'cascade'),
    day: date({ mode: 'string' }).notNull(),
    viewed: integer().notNull().default(0),
    started: integer().notNull().default(0),
  },
  (table) => [primaryKey({ name: 'signup_form_days_pk', columns: [table.formId, table.day] })],
)

/** Sums of all days of a form, maintained by a trigger. */
export const signupFormTotals = pgTable('signup_form_totals', {
  formId: idOf('form_id', () => signupForms.id, 'cascade').primaryKey(),
  viewed: bigint({ mode: 'number' }).notNull().default(0),
  started: bigint({ mode: 'number' }).notNull().default(0),
})

/**
 * Submissions by form and status; the count is the sum of its rows. Triggers insert a row per change, so that writers
 * do not block each other. A job merges them.
 */
export const signupSubmissionCounts = pgTable(
  'signup_submission_counts',
  { formId: text('form_id').notNull(), status: text().$type<SubmissionStatus>().notNull(), count: integer().notNull() },
  (table) => [index('signup_submission_counts_form').on(table.formId)],
)

/** Pictures of answers. Those without a submission are purged after a day. */
export const signupUploads = pgTable(
  'signup_uploads',
  {
    id: text().primaryKey(),
    formId: idOf('form_id', () => signupForms.id, 'cascade'),
    submissionId: text('submission_id'),
    /** The verified email of the uploader. */
    email: text().notNull(),
    fileKey: text('file_key').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('signup_uploads_submission').on(table.submissionId),
    index('signup_uploads_loose')
      .on(table.createdAt)
      .where(sql`submission_id is null`),
  ],
)

import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { instant } from '@quaff/platform/server/tables'

export type MerchantAddress = {
  line1?: string
  line2?: string
  city?: string
  region?: string
  postalCode?: string
  country?: string
}

/** Steps of the completeness checklist and a sentence for the owner; times as ISO text. */
export type ChangeRequest = { items: string[]; note: string; requestedAt: string }

export const merchantSearchText = (table: Record<'name' | 'description' | 'contactEmail', SQLWrapper>) =>
  joinColumns(table.name, sql`coalesce(${table.description}, '')`, sql`coalesce(${table.contactEmail}, '')`)

export const merchants = pgTable(
  'merchants',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    description: text(),
    status: text().notNull().default('pending_review'),
    statusChangedAt: instant('status_changed_at').notNull(),
    /** Status to restore from suspension, decline or the archive. */
    statusBefore: text('status_before'),
    /** Shown to the owners: why it was declined, suspended or archived. */
    statusReason: text('status_reason'),
    needsReview: boolean('needs_review').notNull().default(false),
    /** A reviewer's requested changes; cleared when approval is requested again. */
    changeRequest: jsonb('change_request').$type<ChangeRequest>(),
    ownerId: text('owner_id'),
    applicationId: text('application_id'),
    applicationStatus: text('application_status'),
    contactEmail: text('contact_email'),
    contactPhone: text('contact_phone'),
    website: text(),
    businessType: text('business_type'),
    businessName: text('business_name'),
    taxId: text('tax_id'),
    address: jsonb().$type<MerchantAddress>().notNull().default({}),
    /** Figures of this merchant follow its calendar; null until a zone is known: the platform's. */
    timeZone: text('time_zone'),
    isLive: boolean('is_live').notNull().default(false),
    allowMultipleLocations: boolean('allow_multiple_locations').notNull().default(true),
    requireLocationCheck: boolean('require_location_check').notNull().default(false),
    logoUrl: text('logo_url'),
    brandingLogoUrl: text('branding_logo_url'),
    brandingLogoMarkUrl: text('branding_logo_mark_url'),
    brandingUpdatedAt: instant('branding_updated_at'),
    /** When complete bank details were recorded; the details belong to banking. */
    bankVerifiedAt: instant('bank_verified_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('merchants_name').on(sql`lower(${table.name})`, table.id),
    index('merchants_created').on(table.createdAt, table.id),
    /** Used by programs that synchronize: the rows changed since a time. */
    index('merchants_updated').on(table.updatedAt, table.id),
    index('merchants_status').on(table.status, table.createdAt.desc()),
    index('merchants_owner').on(table.ownerId),
    index('merchants_in_review')
      .on(table.statusChangedAt, table.id)
      .where(sql`status = 'pending_review' or needs_review`),
    ...searchIndexes('merchants', merchantSearchText(table)),
  ],
)

/**
 * Number of merchants by the fields of tab and status filter: the sum of its rows. Triggers insert a row per change,
 * so that writers do not wait for each other; a job merges them.
 */
export const merchantCounts = pgTable('merchant_counts', {
  status: text().notNull(),
  needsReview: boolean('needs_review').notNull(),
  isLive: boolean('is_live').notNull(),
  /** Empty without an application. */
  applicationStatus: text('application_status').notNull(),
  count: integer().notNull(),
})

export const merchantApplications = pgTable(
  'merchant_applications',
  {
    id: text().primaryKey(),
    userId: text('user_id'),
    merchantId: text('merchant_id'),
    status: text().notNull().default('pending_setup'),
    business: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    settings: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Autosaved and not checked yet: what was typed into an onboarding step, by step. */
    drafts: jsonb().$type<Record<string, Record<string, unknown>>>().notNull().default({}),
    submittedAt: instant('submitted_at'),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('merchant_applications_merchant').on(table.merchantId)],
)

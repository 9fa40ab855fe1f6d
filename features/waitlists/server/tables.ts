import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { EntryStatus, WaitlistKind } from '../contract'

export const waitlists = pgTable(
  'waitlists',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    kind: text().$type<WaitlistKind>().notNull(),
    slug: text().notNull(),
    /** Text on the join page. */
    description: text().notNull().default(''),
    /** Null except for city lists. */
    city: text(),
    isOpen: boolean('is_open').notNull().default(true),
    /** Validity of an invitation. */
    invitationDays: integer('invitation_days').notNull().default(14),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex('waitlists_slug').on(table.slug)],
)

export const entrySearchText = ({
  email,
  name,
  city,
  wantedVenue,
}: Record<'email' | 'name' | 'city' | 'wantedVenue', SQLWrapper>) => joinColumns(email, name, city, wantedVenue)

export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: text().primaryKey(),
    waitlistId: idOf('waitlist_id', () => waitlists.id, 'cascade'),
    email: text().notNull(),
    name: text().notNull().default(''),
    city: text().notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    wantedVenue: text('wanted_venue').notNull().default(''),
    /** "join page", "import" or an affiliate's source tag. */
    source: text().notNull().default(''),
    affiliateCode: text('affiliate_code'),
    /** Further columns of an import, and answers of the join page. */
    answers: jsonb().$type<Record<string, string>>().notNull().default({}),
    notes: text().notNull().default(''),
    status: text().$type<EntryStatus>().notNull().default('waiting'),
    /** Random code of the referral link. */
    referralCode: text('referral_code').notNull(),
    referredBy: text('referred_by'),
    /** Friends who joined through the link and proved their mailbox. */
    referralCount: integer('referral_count').notNull().default(0),
    /** Null if the code was emailed and not entered yet; such a row is not on the list. */
    confirmedAt: instant('confirmed_at'),
    invitedAt: instant('invited_at'),
    invitationExpiresAt: instant('invitation_expires_at'),
    /** Keyed hash of the token in the invitation. */
    invitationHash: text('invitation_hash'),
    joinedAt: instant('joined_at'),
    removedAt: instant('removed_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('waitlist_entries_email').on(table.waitlistId, table.email),
    uniqueIndex('waitlist_entries_referral').on(table.referralCode),
    uniqueIndex('waitlist_entries_invitation').on(table.invitationHash),
    index('waitlist_entries_status').on(table.waitlistId, table.status, table.createdAt, table.id),
    index('waitlist_entries_created').on(table.waitlistId, table.createdAt.desc(), table.id.desc()),
    index('waitlist_entries_referrals').on(table.waitlistId, table.referralCount.desc(), table.id.desc()),
    /** Includes the status and the spelling of the city, so that areas are counted from this index alone. */
    index('waitlist_entries_demand').on(table.waitlistId, sql`lower(city)`, table.postalCode, table.status, table.city),
    index('waitlist_entries_source').on(table.waitlistId, table.source, table.createdAt.desc(), table.id.desc()),
    /** People are counted by state from this index alone. */
    index('waitlist_entries_counts').on(table.waitlistId, table.status, table.invitationExpiresAt),
    index('waitlist_entries_affiliate').on(table.affiliateCode, table.createdAt),
    index('waitlist_entries_unconfirmed')
      .on(table.createdAt)
      .where(sql`confirmed_at is null`),
    ...searchIndexes('waitlist_entries', entrySearchText(table)),
  ],
)

/**
 * People by list and state, invited ones also by the day (UTC) on which the invitation runs out: the sum of its rows.
 * Triggers add a row with each change, so that no two writers wait for each other; a job adds them up.
 */
export const waitlistCounts = pgTable(
  'waitlist_counts',
  {
    waitlistId: text('waitlist_id').notNull(),
    status: text().$type<EntryStatus>().notNull(),
    /** "infinity" for all but invited ones. */
    expiresOn: date('expires_on', { mode: 'string' }).notNull(),
    count: integer().notNull(),
  },
  (table) => [index('waitlist_counts_list').on(table.waitlistId)],
)

/** The same counts by source of the entry. */
export const waitlistSourceCounts = pgTable(
  'waitlist_source_counts',
  { waitlistId: text('waitlist_id').notNull(), source: text().notNull(), count: integer().notNull() },
  (table) => [index('waitlist_source_counts_list').on(table.waitlistId)],
)

/**
 * Waiting and shortlisted people by list, lower-case city and postal code, with the most frequent spelling. A row is
 * current unless its area is in `waitlistAreaChanges`, which a job processes.
 */
export const waitlistAreas = pgTable(
  'waitlist_areas',
  {
    waitlistId: text('waitlist_id').notNull(),
    cityKey: text('city_key').notNull(),
    /** In capitals, without spaces. */
    postalKey: text('postal_key').notNull(),
    postalCode: text('postal_code').notNull(),
    people: integer().notNull(),
    city: text().notNull(),
    wantedVenue: text('wanted_venue').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'waitlist_areas_pk',
      columns: [table.waitlistId, table.cityKey, table.postalKey, table.postalCode],
    }),
    index('waitlist_areas_people').on(table.waitlistId, table.people.desc(), table.cityKey, table.postalCode),
  ],
)

/** Sums over the areas of a city. */
export const waitlistCities = pgTable(
  'waitlist_cities',
  {
    waitlistId: text('waitlist_id').notNull(),
    cityKey: text('city_key').notNull(),
    areas: integer().notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ name: 'waitlist_cities_pk', columns: [table.waitlistId, table.cityKey] })],
)

/** Areas to count again. Triggers only insert rows, so that concurrent writers don't wait for each other. */
export const waitlistAreaChanges = pgTable(
  'waitlist_area_changes',
  {
    waitlistId: text('waitlist_id').notNull(),
    cityKey: text('city_key').notNull(),
    postalCode: text('postal_code').notNull(),
  },
  (table) => [index('waitlist_area_changes_list').on(table.waitlistId)],
)

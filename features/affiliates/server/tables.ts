import type { SQLWrapper } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { merchants } from '@quaff/features/merchants/tables'
import { joinColumns, searchIndexes } from '@quaff/platform/server'
import { idOf, instant } from '@quaff/platform/server/tables'
import type { LinkDestination, LinkStatus } from '../contract'

export const linkSearchText = ({ name, slug, code }: Record<'name' | 'slug' | 'code', SQLWrapper>) =>
  joinColumns(name, slug, code)

export const affiliateLinks = pgTable(
  'affiliate_links',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** The last part of `/r/<slug>`. */
    slug: text().notNull(),
    /** Signups and subscriptions carry this code (G37). */
    code: text().notNull(),
    destination: text().$type<LinkDestination>().notNull(),
    /** Null for the platform's own links. */
    merchantId: text('merchant_id').references(() => merchants.id, { onDelete: 'cascade' }),
    sourceTag: text('source_tag').notNull().default(''),
    status: text().$type<LinkStatus>().notNull().default('active'),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by'),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('affiliate_links_slug').on(table.slug),
    uniqueIndex('affiliate_links_code').on(table.code),
    index('affiliate_links_created').on(table.createdAt.desc(), table.id.desc()),
    index('affiliate_links_status').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('affiliate_links_merchant').on(table.merchantId, table.createdAt.desc(), table.id.desc()),
    ...searchIndexes('affiliate_links', linkSearchText(table)),
  ],
)

/** Former slugs of a link. They stay reserved and keep working, because they are printed on cards. */
export const affiliateFormerSlugs = pgTable(
  'affiliate_former_slugs',
  {
    slug: text().primaryKey(),
    linkId: idOf('link_id', () => affiliateLinks.id, 'cascade'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('affiliate_former_slugs_link').on(table.linkId)],
)

/** Counted clicks: one per link, visitor and half hour. The visitor is a keyed hash of network and agent, pruned after a day. */
export const affiliateClicks = pgTable(
  'affiliate_clicks',
  {
    linkId: idOf('link_id', () => affiliateLinks.id, 'cascade'),
    visitorHash: text('visitor_hash').notNull(),
    windowStart: instant('window_start').notNull(),
  },
  (table) => [
    primaryKey({ name: 'affiliate_clicks_pk', columns: [table.linkId, table.visitorHash, table.windowStart] }),
    index('affiliate_clicks_window').on(table.windowStart),
  ],
)

/** Per day of the platform's zone. */
export const affiliateDays = pgTable(
  'affiliate_days',
  {
    linkId: idOf('link_id', () => affiliateLinks.id, 'cascade'),
    day: date({ mode: 'string' }).notNull(),
    clicks: integer().notNull().default(0),
  },
  (table) => [primaryKey({ name: 'affiliate_days_pk', columns: [table.linkId, table.day] })],
)

/** All days of a link; a trigger keeps it with them. */
export const affiliateClickTotals = pgTable('affiliate_click_totals', {
  linkId: idOf('link_id', () => affiliateLinks.id, 'cascade').primaryKey(),
  clicks: bigint({ mode: 'number' }).notNull().default(0),
})

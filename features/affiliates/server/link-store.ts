import { and, desc, eq, inArray, or, sql, type SQL, lt } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { type MerchantScope, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import {
  countFound,
  type Database,
  foundPage,
  held,
  indexedSearch,
  inText,
  keyset,
  type Locked,
  lockWord,
  one,
  pick,
  type Queryable,
  type Search,
  type SortKey,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import type { CheckLinkInput, LinkFilter, ListLinksInput } from '../contract'
import { linkFigures, linksInScope } from './figures-store'
import {
  affiliateLinks,
  affiliateFormerSlugs as formerSlugs,
  affiliateLinks as links,
  affiliateClicks,
  affiliateDays,
  linkSearchText,
} from './tables'

export type StoredLink = typeof links.$inferSelect

/** A former address is found when the whole of it is typed, as from a card. */
function searchOf(q: string | undefined): Search | undefined {
  const search = indexedSearch(linkSearchText(links), q, links.id)
  const isAt = isAtSlug(
    withoutControls(q ?? '')
      .trim()
      .toLowerCase(),
  )
  return search && { byIndex: sql`(${or(search.byIndex, isAt)})`, inRow: sql`(${or(search.inRow, isAt)})` }
}

const matchingLinks = (scope: MerchantScope, { status, q }: LinkFilter) =>
  and(linksInScope(scope), status && eq(links.status, status), searchOf(q)?.byIndex)

/** Former slugs of a row of `affiliateLinks`, newest first. */
const formerSlugsOfLink = sql<string[]>`array(select former.slug from ${formerSlugs} former
  where former.link_id = ${links}.id order by former.changed_at desc, former.slug)`

const columns = {
  ...pick(links, 'id', 'name', 'slug'),
  formerSlugs: formerSlugsOfLink,
  ...pick(links, 'code', 'destination', 'merchantId'),
  merchantName: merchants.name,
  ...pick(links, 'sourceTag', 'status', 'startsAt', 'endsAt', 'createdAt', 'updatedAt', 'version'),
  ...linkFigures,
}

const created: SortKey = { kind: 'instant', expression: sql`${links.createdAt}`, indexed: 'descending' }
export const linkList = { name: 'links', order: 'desc' } as const

export async function listLinkRows(
  db: Queryable,
  scope: MerchantScope,
  { q, limit, cursor, ...filter }: ListLinksInput,
) {
  const { after, orderBy, sortValue } = keyset({ ...linkList, key: created, id: sql`${links.id}`, cursor })
  const where = and(matchingLinks(scope, filter), after)
  const { found, ...page } = foundPage(db, { id: links.id, where, search: searchOf(q), orderBy, limit })
  return db
    .with(...found)
    .select({ ...columns, sortValue, total: page.total })
    .from(links)
    .leftJoin(merchants, eq(merchants.id, links.merchantId))
    .where(page.where)
    .orderBy(...orderBy)
    .limit(inText(limit))
}

export function countLinkRows(db: Queryable, scope: MerchantScope, filter: LinkFilter) {
  return countFound(db, db.select(one).from(links).where(matchingLinks(scope, filter)), filter.q)
}

export async function findLinkRow(db: Queryable, scope: MerchantScope, linkId: string) {
  const [row] = await db
    .select(columns)
    .from(links)
    .leftJoin(merchants, eq(merchants.id, links.merchantId))
    .where(and(linksInScope(scope), eq(links.id, linkId)))
  return row
}
export type LinkRow = NonNullable<Awaited<ReturnType<typeof findLinkRow>>>

export async function listLinkRowsById(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  return db
    .select(columns)
    .from(links)
    .leftJoin(merchants, eq(merchants.id, links.merchantId))
    .where(and(linksInScope(scope), inArray(links.id, [...ids])))
    .orderBy(desc(links.createdAt), desc(links.id))
}

export async function lockLink(tx: Transaction, scope: MerchantScope, linkId: string) {
  const [row] = await tx
    .select()
    .from(links)
    .where(and(linksInScope(scope), eq(links.id, linkId)))
    .for('update')
  return row && held(row)
}

/** Reports whether another link uses the slug (current or former) or the code. */
export async function findTaken(db: Queryable, { slug, code, linkId }: CheckLinkInput) {
  const named = or(
    slug === undefined ? undefined : eq(links.slug, slug),
    code === undefined ? undefined : eq(links.code, code),
  )
  if (!named) return { slug: false, code: false }
  const rows = await db
    .select({ slug: links.slug, code: links.code })
    .from(links)
    .where(and(named, linkId === undefined ? undefined : sql`${links.id} <> ${linkId}`))
  const wasTaken = slug !== undefined && (await isFormerSlug(db, slug, linkId))
  return { slug: wasTaken || rows.some((row) => row.slug === slug), code: rows.some((row) => row.code === code) }
}

export async function countLinksOf(tx: Transaction, scope: OneMerchant) {
  return tx.$count(links, scopeWhere(scope, links.merchantId))
}

/** Returns false on a unique violation of the slug or the code. */
export async function insertLink(tx: Transaction, row: typeof links.$inferInsert) {
  const inserted = await tx.insert(links).values(row).onConflictDoNothing().returning({ id: links.id })
  return inserted.length > 0
}

export type LinkPatch = Partial<
  Pick<StoredLink, 'name' | 'slug' | 'destination' | 'sourceTag' | 'startsAt' | 'endsAt' | 'status'>
>

export async function updateLinkRow(tx: Transaction, { id }: Locked<StoredLink>, patch: LinkPatch, now: Date) {
  await tx
    .update(links)
    .set({ ...patch, updatedAt: now, version: sql`${links.version} + 1` })
    .where(eq(links.id, id))
}

export async function lockLinkMerchant(tx: Transaction, scope: OneMerchant) {
  const [row] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(scopeWhere(scope, merchants.id))
    .for('update')
  return row !== undefined
}

/** The link that has an address now, or had it before. */
const isAtSlug = (slug: string): SQL =>
  sql`${links}.id = any(array(select here.id from ${links} here where here.slug = ${slug}
    union all select former.link_id from ${formerSlugs} former where former.slug = ${slug}))`

/** Serializes changes of slugs: whether one is free depends on two tables, which no index covers together. */
export async function lockSlugs(tx: Transaction, slugs: readonly string[]) {
  for (const slug of [...new Set(slugs)].toSorted()) await lockWord(tx, `affiliate-slug:${slug}`)
}

/** Returns true if the slug is a former slug of another link. */
async function isFormerSlug(db: Queryable, slug: string, linkId: string | undefined) {
  const other = linkId === undefined ? undefined : sql`${formerSlugs.linkId} <> ${linkId}`
  return (await db.$count(formerSlugs, and(eq(formerSlugs.slug, slug), other))) > 0
}

export async function countFormerSlugs(tx: Transaction, linkId: string) {
  return tx.$count(formerSlugs, eq(formerSlugs.linkId, linkId))
}

/** Reserves the old slug, and frees the new one if it was a former slug of this link. */
export async function saveFormerSlug(
  tx: Transaction,
  { linkId, from, to, changedAt }: { linkId: string; from: string; to: string; changedAt: Date },
) {
  await tx.delete(formerSlugs).where(and(eq(formerSlugs.linkId, linkId), eq(formerSlugs.slug, to)))
  await tx.insert(formerSlugs).values({ slug: from, linkId, changedAt })
}

/** Keeps the links and forgets their author. */
export async function forgetLinkMaker(tx: Transaction, userId: string) {
  await tx.update(affiliateLinks).set({ createdBy: null }).where(eq(affiliateLinks.createdBy, userId))
}

const landing = {
  ...pick(links, 'id', 'name', 'code', 'destination', 'merchantId'),
  merchantName: merchants.name,
  ...pick(links, 'createdBy', 'status', 'startsAt', 'endsAt'),
}

/** Finds a link by its current slug or a former one. Needs no scope because visitors call it. */
export async function findLandingBySlug(db: Queryable, slug: string) {
  const [row] = await selectLanding(db).where(isAtSlug(slug))
  return row
}

export async function findLandingByCode(db: Queryable, code: string) {
  const [row] = await selectLanding(db).where(eq(links.code, code))
  return row
}
export type LandingLink = NonNullable<Awaited<ReturnType<typeof findLandingByCode>>>

const selectLanding = (db: Queryable) =>
  db.select(landing).from(links).leftJoin(merchants, eq(merchants.id, links.merchantId))

/** Returns false if this visitor's click in this half hour is already counted. */
export async function insertClick(tx: Transaction, row: typeof affiliateClicks.$inferInsert) {
  const inserted = await tx
    .insert(affiliateClicks)
    .values(row)
    .onConflictDoNothing()
    .returning({ linkId: affiliateClicks.linkId })
  return inserted.length > 0
}

export async function countClick(tx: Transaction, linkId: string, day: string) {
  await tx
    .insert(affiliateDays)
    .values({ linkId, day, clicks: 1 })
    .onConflictDoUpdate({
      target: [affiliateDays.linkId, affiliateDays.day],
      set: { clicks: sql`${affiliateDays.clicks} + 1` },
    })
}

export async function deleteClicksBefore(db: Database, before: Date) {
  await db.delete(affiliateClicks).where(lt(affiliateClicks.windowStart, before))
}

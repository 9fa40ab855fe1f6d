import { and, desc, eq, gt, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { signupSubmissions } from '@quaff/features/signup-forms/tables'
import {
  clampInstant,
  countFound,
  indexedSearch,
  inText,
  foundPage,
  keyset,
  one,
  pick,
  type Queryable,
  type SortKey,
  type SortOrder,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import type { EntryFilter, EntrySort, ShownStatus } from '../entries-contract'
import { renewAreasOf } from './demand-store'
import { entrySearchText, waitlistEntries, waitlists } from './tables'
import { countOfStatus, sizeOfList } from './waitlist-counts-store'

export type StoredEntry = typeof waitlistEntries.$inferSelect
export type NewEntry = typeof waitlistEntries.$inferInsert

const sortKeys = {
  joined: { kind: 'instant', expression: sql`${waitlistEntries.createdAt}`, indexed: 'descending' },
  referrals: { kind: 'integer', expression: sql`${waitlistEntries.referralCount}`, indexed: 'descending' },
} as const satisfies Record<EntrySort, SortKey>

/** Many have no friends at all: without the id in the index's own direction each page would sort all of those. */
const idOrder = {
  asc: sql`${waitlistEntries.id} asc nulls first`,
  desc: sql`${waitlistEntries.id} desc nulls last`,
} as const satisfies Record<SortOrder, SQL>

const listed = {
  ...pick(waitlistEntries, 'id', 'waitlistId', 'email', 'name', 'city'),
  ...pick(waitlistEntries, 'postalCode', 'wantedVenue', 'source', 'referralCount', 'status'),
  ...pick(waitlistEntries, 'createdAt', 'invitedAt', 'invitationExpiresAt', 'joinedAt', 'version'),
}

export const searchEntries = (q: string | undefined) =>
  indexedSearch(entrySearchText(waitlistEntries), q, waitlistEntries.id)

function statusWhere(status: ShownStatus, now: Date) {
  const { invitationExpiresAt } = waitlistEntries
  if (status === 'expired') return and(eq(waitlistEntries.status, 'invited'), lte(invitationExpiresAt, now))
  const isStored = eq(waitlistEntries.status, status)
  return status === 'invited' ? and(isStored, gt(invitationExpiresAt, now)) : isStored
}

export function entriesWhere(filter: EntryFilter, now: Date) {
  const { waitlistId, q, status, source, city, postalCode, createdFrom, createdTo } = filter
  return and(
    eq(waitlistEntries.waitlistId, waitlistId),
    searchEntries(q)?.byIndex,
    status && statusWhere(status, now),
    source === undefined ? undefined : eq(waitlistEntries.source, withoutControls(source)),
    city === undefined ? undefined : sql`lower(${waitlistEntries.city}) = lower(${withoutControls(city)})`,
    postalCode === undefined ? undefined : eq(waitlistEntries.postalCode, withoutControls(postalCode)),
    createdFrom && gte(waitlistEntries.createdAt, clampInstant(createdFrom)),
    createdTo && lte(waitlistEntries.createdAt, clampInstant(createdTo)),
  )
}

type EntryPage = { sort: EntrySort; order: SortOrder; limit: number; cursor?: string | null }

/** Condition and order of one page, as an index has them. */
export function entryPages(
  db: Queryable,
  { q, ...filter }: EntryFilter,
  now: Date,
  { sort, order, limit, cursor }: EntryPage,
) {
  const key = sortKeys[sort]
  const pages = keyset({ name: sort, key, id: sql`${waitlistEntries.id}`, order, cursor })
  const [byValue] = pages.orderBy
  const orderBy = [byValue ?? key.expression, idOrder[order]]
  const search = searchEntries(q)
  const where = and(entriesWhere(filter, now), pages.after)
  const { waitlistId, ...others } = filter
  const size = Object.values(others).some(Boolean) ? undefined : sizeOfList(waitlistId)
  const found = foundPage(db, { id: waitlistEntries.id, where, search, orderBy, limit, size })
  return { ...found, sortValue: pages.sortValue, orderBy }
}

export async function listEntryRows(db: Queryable, filter: EntryFilter, now: Date, page: EntryPage) {
  const { sortValue, where, orderBy, found, total } = entryPages(db, filter, now, page)
  return db
    .with(...found)
    .select({ ...listed, sortValue, total })
    .from(waitlistEntries)
    .where(where)
    .orderBy(...orderBy)
    .limit(inText(page.limit))
}
export type ListedEntry = Omit<Awaited<ReturnType<typeof listEntryRows>>[number], 'sortValue' | 'total'>

export async function listWholeEntries(db: Queryable, filter: EntryFilter, now: Date, page: EntryPage) {
  const { sortValue, where, orderBy, found } = entryPages(db, filter, now, page)
  return db
    .with(...found)
    .select({ ...listed, ...whole, sortValue })
    .from(waitlistEntries)
    .where(where)
    .orderBy(...orderBy)
    .limit(inText(page.limit))
}

const whole = pick(waitlistEntries, 'notes', 'affiliateCode', 'answers')
export type WholeEntry = ListedEntry & Pick<StoredEntry, keyof typeof whole>

export async function listWholeEntriesById(db: Queryable, waitlistId: string, ids: readonly string[]) {
  return db
    .select({ ...listed, ...whole })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.waitlistId, waitlistId), inArray(waitlistEntries.id, [...ids])))
    .orderBy(desc(waitlistEntries.createdAt), desc(waitlistEntries.id))
}

export async function countEntryRows(db: Queryable, filter: EntryFilter, now: Date) {
  const existing = await countOfStatus(db, filter, now)
  return existing ?? countFound(db, db.select(one).from(waitlistEntries).where(entriesWhere(filter, now)), filter.q)
}

/** Shortlisted before waiting, each oldest first: two short walks along the index of states. */
export async function listNextEntries(db: Queryable, waitlistId: string, limit: number) {
  const oldest = (status: 'shortlisted' | 'waiting', most: number) =>
    db
      .select(listed)
      .from(waitlistEntries)
      .where(and(eq(waitlistEntries.waitlistId, waitlistId), eq(waitlistEntries.status, status)))
      .orderBy(waitlistEntries.createdAt, waitlistEntries.id)
      .limit(inText(most))
  const first = await oldest('shortlisted', limit)
  return first.length === limit ? first : [...first, ...(await oldest('waiting', limit - first.length))]
}

export async function findEntry(db: Queryable, { waitlistId, entryId }: { waitlistId: string; entryId: string }) {
  const [row] = await db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.waitlistId, waitlistId), eq(waitlistEntries.id, entryId)))
  return row
}

/** Ordered by id, so that two bulk changes of the same people cannot deadlock. */
export async function lockEntries(tx: Transaction, waitlistId: string, ids: readonly string[]) {
  const rows = await tx
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.waitlistId, waitlistId), inArray(waitlistEntries.id, [...ids])))
    .orderBy(waitlistEntries.id)
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

export type EntryChange = Partial<Omit<NewEntry, 'id' | 'waitlistId' | 'createdAt' | 'version'>>

/** The caller holds the row's lock. Returns the new version. */
export async function saveEntry(tx: Transaction, entryId: string, change: EntryChange) {
  const [row] = await tx
    .update(waitlistEntries)
    .set({ ...change, version: sql`${waitlistEntries.version} + 1` })
    .where(eq(waitlistEntries.id, entryId))
    .returning({ version: waitlistEntries.version })
  return row?.version ?? 0
}

const mostHistory = 100

/** Audit entries of administrators, newest first. */
export async function listEntryAudit(db: Queryable, entryId: string) {
  return db
    .select({ action: adminAuditLogs.action, at: adminAuditLogs.occurredAt, by: adminAuditLogs.adminEmail })
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetType, 'waitlist_entry'), eq(adminAuditLogs.targetId, entryId)))
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(mostHistory))
}

const mostQuestions = 500

/** Every question that an entry of the list answers, by name. */
export async function listQuestions(db: Queryable, waitlistId: string) {
  const { rows } = await db.execute<{ question: string }>(sql`
    select distinct jsonb_object_keys(answers) as question from ${waitlistEntries}
    where waitlist_id = ${waitlistId} order by question limit ${mostQuestions}`)
  return rows.map(({ question }) => question)
}

/** The index of addresses is by list: without the lists, which are few, every entry would be read. */
const onAnyList = (db: Queryable) =>
  inArray(waitlistEntries.waitlistId, db.select({ id: waitlists.id }).from(waitlists))

/** Deletes the person's entries on all lists. Referral counts of friends stay, and people they referred lose the referrer. */
export async function forgetEntriesOf(tx: Transaction, addresses: readonly string[]) {
  if (addresses.length === 0) return
  await forget(tx, and(onAnyList(tx), inArray(waitlistEntries.email, [...addresses])))
}

/** The caller holds the row's lock. */
export async function deleteEntry(tx: Transaction, entryId: string) {
  await forget(tx, eq(waitlistEntries.id, entryId))
}

/** Also recounts the areas, so that a city's spelling disappears with its last person. */
async function forget(tx: Transaction, which: SQL | undefined) {
  const gone = await tx.delete(waitlistEntries).where(which).returning({ waitlistId: waitlistEntries.waitlistId })
  await renewAreasOf(tx, [...new Set(gone.map(({ waitlistId }) => waitlistId))])
}

/** An account, a filled form or a place on another list has the address too. */
export async function isKnownElsewhere(db: Queryable, email: string) {
  if ((await db.$count(users, eq(users.email, email))) > 0) return true
  if ((await db.$count(signupSubmissions, eq(signupSubmissions.email, email))) > 0) return true
  return (await db.$count(waitlistEntries, and(onAnyList(db), eq(waitlistEntries.email, email)))) > 0
}

const perStatement = 1_000

/** Returns those of the file's addresses that are on the list, because a list may be far longer than a file. */
export async function findListed(db: Queryable, waitlistId: string, emails: readonly string[]) {
  const listed = new Set<string>()
  for (let start = 0; start < emails.length; start += perStatement) {
    const some = inArray(waitlistEntries.email, emails.slice(start, start + perStatement))
    const rows = await db
      .select({ email: waitlistEntries.email })
      .from(waitlistEntries)
      .where(and(eq(waitlistEntries.waitlistId, waitlistId), some))
    for (const { email } of rows) listed.add(email)
  }
  return listed
}

/** Returns the number of new rows. An address that has just joined is unchanged. */
export async function insertImported(tx: Transaction, rows: readonly NewEntry[]) {
  let created = 0
  for (let start = 0; start < rows.length; start += perStatement) {
    const inserted = await tx
      .insert(waitlistEntries)
      .values(rows.slice(start, start + perStatement))
      .onConflictDoNothing({ target: [waitlistEntries.waitlistId, waitlistEntries.email] })
      .returning({ id: waitlistEntries.id })
    created += inserted.length
  }
  return created
}

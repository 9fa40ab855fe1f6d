import { and, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { compactCounts, inText, type Queryable, type Services, withoutControls } from '@quaff/platform/server'
import type { WaitlistCounts } from '../contract'
import { entryLimits, type EntryFilter } from '../entries-contract'
import { waitlistCounts, waitlistEntries, waitlists, waitlistSourceCounts } from './tables'

export const noCounts: WaitlistCounts = { waiting: 0, shortlisted: 0, invited: 0, expired: 0, joined: 0, removed: 0 }

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

/**
 * People by list and shown status; lists without any are absent. Invitations of the days before have run out; those of
 * today are looked at one by one, from an index alone.
 */
export async function countByStatus(db: Queryable, now: Date, waitlistId?: string) {
  const today = dayOf(now)
  const ranOutToday = sql<number>`(select count(*)::int from ${waitlistEntries} entry
    where entry.waitlist_id = ${waitlists}.id and entry.status = 'invited'
      and entry.invitation_expires_at >= ${today}::timestamp at time zone 'UTC' and entry.invitation_expires_at <= ${now.toISOString()}::timestamptz)`
  const rows = await db
    .select({
      waitlistId: waitlistCounts.waitlistId,
      status: waitlistCounts.status,
      count: sql<number>`sum(${waitlistCounts.count})::int`,
      expired: sql<number>`coalesce(sum(${waitlistCounts.count}) filter (where ${waitlistCounts.expiresOn} < ${today}), 0)::int
        + case ${waitlistCounts.status} when 'invited' then ${ranOutToday} else 0 end`,
    })
    .from(waitlistCounts)
    .innerJoin(waitlists, eq(waitlists.id, waitlistCounts.waitlistId))
    .where(waitlistId === undefined ? undefined : eq(waitlistCounts.waitlistId, waitlistId))
    .groupBy(waitlistCounts.waitlistId, waitlistCounts.status, waitlists.id)
  const counts = new Map<string, WaitlistCounts>()
  for (const row of rows) {
    const existing = counts.get(row.waitlistId) ?? { ...noCounts }
    if (row.status === 'invited') Object.assign(existing, { invited: row.count - row.expired, expired: row.expired })
    else existing[row.status] = row.count
    counts.set(row.waitlistId, existing)
  }
  return counts
}

export const sizeOfList = (waitlistId: string): SQL =>
  sql`(select coalesce(sum(${waitlistCounts.count}), 0) from ${waitlistCounts} where ${waitlistCounts.waitlistId} = ${waitlistId})`

/** Returns undefined if the filter uses more than the list and the status, which is all that the counts cover. */
export async function countOfStatus(db: Queryable, { waitlistId, status, source, ...others }: EntryFilter, now: Date) {
  if (Object.values(others).some((value) => value !== undefined)) return undefined
  if (source !== undefined) return status === undefined ? countOfSource(db, waitlistId, source) : undefined
  const counts = (await countByStatus(db, now, waitlistId)).get(waitlistId) ?? noCounts
  return status === undefined ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[status]
}

async function countOfSource(db: Queryable, waitlistId: string, source: string) {
  const { count } = waitlistSourceCounts
  const isRequested = and(
    eq(waitlistSourceCounts.waitlistId, waitlistId),
    eq(waitlistSourceCounts.source, withoutControls(source)),
  )
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${count}), 0)::int` })
    .from(waitlistSourceCounts)
    .where(isRequested)
  return row?.count ?? 0
}

/** Waiting or shortlisted. */
export async function countInvitable(db: Queryable, waitlistId: string) {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${waitlistCounts.count}), 0)::int` })
    .from(waitlistCounts)
    .where(and(eq(waitlistCounts.waitlistId, waitlistId), inArray(waitlistCounts.status, ['shortlisted', 'waiting'])))
  return row?.count ?? 0
}

/** The most frequent first. */
export async function listSources(db: Queryable, waitlistId: string) {
  const total = sql<number>`sum(${waitlistSourceCounts.count})::int`
  return db
    .select({ source: waitlistSourceCounts.source, count: total })
    .from(waitlistSourceCounts)
    .where(eq(waitlistSourceCounts.waitlistId, waitlistId))
    .groupBy(waitlistSourceCounts.source)
    .having(sql`${total} > 0`)
    .orderBy(desc(total), waitlistSourceCounts.source)
    .limit(inText(entryLimits.sources))
}

const keptDaysMs = 2 * 86_400_000

/** Merges rows into one per key. Past days become one row, because an expired invitation stays expired. */
export async function compactWaitlistCounts({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const over = dayOf(new Date(clock.now().getTime() - keptDaysMs))
  await db
    .update(waitlistCounts)
    .set({ expiresOn: '-infinity' })
    .where(and(lt(waitlistCounts.expiresOn, over), sql`${waitlistCounts.expiresOn} > '-infinity'`))
  await compactCounts(db, { table: waitlistCounts, keys: ['waitlist_id', 'status', 'expires_on'], sums: ['count'] })
  await compactCounts(db, { table: waitlistSourceCounts, keys: ['waitlist_id', 'source'], sums: ['count'] })
}

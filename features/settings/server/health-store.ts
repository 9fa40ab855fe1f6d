import { and, asc, count, desc, eq, isNotNull, isNull, like, ne, notInArray, notLike, sql } from 'drizzle-orm'
import { type Database, inText, publishLive, type Transaction } from '@quaff/platform/server'
import { jobs, liveEvents, outboxMails } from '@quaff/platform/server/tables'
import type { DeadJobs, JobDetails, MailDetails } from '../health-rules'

const recurringId = 'recurring_%'

export async function pingDatabase(db: Database) {
  await db.execute(sql`select 1`)
}

/** The time of the latest migration that was applied; null before the first. */
export async function findAppliedMigration(db: Database) {
  const { rows } = await db.execute<{ latest: string | null }>(
    sql`select max(created_at / 1000 * 1000)::text as latest from drizzle.__drizzle_migrations`,
  )
  const latest = rows[0]?.latest
  return latest === null || latest === undefined ? null : Number(latest)
}

export async function readMailDetails(db: Database, mailKind: string): Promise<Omit<MailDetails, 'hasSupport'>> {
  const givenUp = db
    .select({ mailId: sql<string>`coalesce(${jobs.payload}->>'mailId', '')` })
    .from(jobs)
    .where(and(eq(jobs.kind, mailKind), isNotNull(jobs.deadAt)))
  const [[unsent], [dead], [failed]] = [
    await db
      .select({
        waiting: count(),
        oldestMs: sql<string | null>`(extract(epoch from min(${outboxMails.createdAt})) * 1000)::bigint::text`,
      })
      .from(outboxMails)
      .where(and(isNull(outboxMails.sentAt), notInArray(outboxMails.id, givenUp))),
    await db
      .select({ count: count() })
      .from(jobs)
      .where(and(eq(jobs.kind, mailKind), isNotNull(jobs.deadAt))),
    await db
      .select({ lastError: jobs.lastError })
      .from(jobs)
      .where(and(eq(jobs.kind, mailKind), isNotNull(jobs.lastError)))
      .orderBy(desc(jobs.createdAt))
      .limit(inText(1)),
  ]
  const oldestMs = unsent?.oldestMs ?? null
  return {
    waiting: unsent?.waiting ?? 0,
    oldest: oldestMs === null ? null : new Date(Number(oldestMs)),
    dead: dead?.count ?? 0,
    lastError: failed?.lastError ?? null,
  }
}

/** Leaves out emails, which have a part of their own. */
export async function readJobDetails(
  db: Database,
  mailKind: string,
): Promise<{ recurring: JobDetails[]; dead: DeadJobs[] }> {
  const { kind, runAt, lockedUntil, attempts, lastError } = jobs
  const recurring = await db
    .select({ kind, runAt, lockedUntil, attempts, lastError })
    .from(jobs)
    .where(like(jobs.id, recurringId))
    .orderBy(asc(jobs.kind))
  const dead = await db
    .select({
      kind,
      count: count(),
      lastError: sql<string | null>`(array_agg(${jobs.lastError} order by ${jobs.deadAt} desc))[1]`,
    })
    .from(jobs)
    .where(and(isNotNull(jobs.deadAt), notLike(jobs.id, recurringId), ne(jobs.kind, mailKind)))
    .groupBy(jobs.kind)
    .orderBy(asc(jobs.kind))
  return { recurring, dead }
}

/** Returns the kind of each job that is due again. Recurring jobs never fail for good. */
export async function reviveJobs(
  tx: Transaction,
  { now, mailKind, isMail }: { now: Date; mailKind: string; isMail: boolean },
) {
  const rows = await tx
    .update(jobs)
    .set({ deadAt: null, attempts: 0, runAt: now })
    .where(and(isNotNull(jobs.deadAt), isMail ? eq(jobs.kind, mailKind) : ne(jobs.kind, mailKind)))
    .returning({ kind: jobs.kind })
  return rows.map(({ kind }) => kind)
}

export async function findNewestEvent(db: Database) {
  const [row] = await db
    .select({ createdAt: liveEvents.createdAt })
    .from(liveEvents)
    .orderBy(desc(liveEvents.transactionId), desc(liveEvents.id))
    .limit(inText(1))
  return row?.createdAt ?? null
}

/** To administrators' pages it reads like any change of the audit log: they look again, and find nothing new. */
export async function publishTestEvent(db: Database, subjectId: string) {
  await db.transaction((tx) => publishLive(tx, { topic: 'audit', subjectId }))
}

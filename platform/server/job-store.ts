import { and, eq, gt, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from './context'
import { longestPauseMs, type JobPayload } from './jobs'
import { inText } from './rows/in-text'
import { jobs } from './tables'

export type ClaimedJob = { id: string; kind: string; payload: JobPayload; attempts: number; lockedUntil: Date }
export type ClaimOptions = { kinds: readonly string[]; now: Date; lockedUntil: Date; limit: number }

/** Takes due jobs, oldest first. SKIP LOCKED lets several processes claim without waiting for each other. */
export async function claimJobs(db: Database, { kinds, now, lockedUntil, limit }: ClaimOptions): Promise<ClaimedJob[]> {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.deadAt),
        lte(jobs.runAt, now),
        or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, now)),
        inArray(jobs.kind, [...kinds]),
      ),
    )
    .orderBy(jobs.runAt)
    .limit(inText(limit))
    .for('update', { skipLocked: true })
  const rows = await db
    .update(jobs)
    .set({ lockedUntil, attempts: sql`${jobs.attempts} + 1` })
    .where(inArray(jobs.id, due))
    .returning({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts })
  return rows.map((row) => ({ ...row, lockedUntil }))
}

/** Far enough that no user waits for it. */
const farMs = 60 * 60_000

export type LongestWaits = { recurring: readonly (readonly [kind: string, everyMs: number])[]; leaseMs: number }

/**
 * Wakes jobs that were scheduled with a clock that has been set back since: recurring jobs are due now, others keep
 * their original delay.
 */
export async function wakeFromFuture(db: Database, now: Date, { recurring, leaseMs }: LongestWaits) {
  const ahead = (ms: number) => new Date(now.getTime() + ms + farMs)
  await db
    .update(jobs)
    .set({ lockedUntil: null })
    .where(gt(jobs.lockedUntil, ahead(leaseMs)))
  const isLate = or(
    ...recurring.map(([kind, everyMs]) => and(eq(jobs.kind, kind), gt(jobs.runAt, ahead(everyMs)))),
    and(gt(jobs.attempts, 0), gt(jobs.runAt, ahead(longestPauseMs))),
  )
  await db
    .update(jobs)
    .set({ runAt: now })
    .where(and(isNull(jobs.deadAt), isNull(jobs.lockedUntil), isLate))
  const shifted = sql`${jobs.runAt} - (${jobs.createdAt} - ${now.toISOString()}::timestamptz)`
  await db
    .update(jobs)
    .set({ runAt: shifted, createdAt: now })
    .where(and(isNull(jobs.deadAt), gt(jobs.createdAt, ahead(0))))
}

/** A run that outlived its lease no longer owns the row and must not touch it. */
const stillOurs = (job: ClaimedJob) => and(eq(jobs.id, job.id), eq(jobs.lockedUntil, job.lockedUntil))

/** Returns true if the job is still ours, and extends its lease to `lockedUntil`. */
export async function renewLease(db: Database, job: ClaimedJob, lockedUntil: Date) {
  const rows = await db.update(jobs).set({ lockedUntil }).where(stillOurs(job)).returning({ id: jobs.id })
  return rows.length > 0
}

export async function removeJob(db: Database, job: ClaimedJob) {
  await db.delete(jobs).where(stillOurs(job))
}

export async function rescheduleJob(db: Database, job: ClaimedJob, runAt: Date, lastError: string | null) {
  const attempts = lastError === null ? 0 : job.attempts
  await db.update(jobs).set({ runAt, attempts, lastError, lockedUntil: null }).where(stillOurs(job))
}

export async function buryJob(db: Database, job: ClaimedJob, deadAt: Date, lastError: string) {
  await db.update(jobs).set({ deadAt, lastError, lockedUntil: null }).where(stillOurs(job))
}

const recurringId = (kind: string) => `recurring_${kind}`

export async function ensureRecurring(db: Database, kinds: readonly string[], now: Date) {
  if (kinds.length === 0) return
  await db
    .insert(jobs)
    .values(kinds.map((kind) => ({ id: recurringId(kind), kind, payload: {}, runAt: now, createdAt: now })))
    .onConflictDoNothing()
}

/** Servers that know a job check it within seconds and restore its row within a minute. */
const abandonedMs = 3 * 60_000

/** Removes the rows of recurring jobs that this server does not know and that no server has claimed. */
export async function removeAbandoned(db: Database, existing: readonly string[], now: Date) {
  const rows = await db
    .delete(jobs)
    .where(
      and(
        eq(jobs.id, sql`'recurring_' || ${jobs.kind}`),
        notInArray(jobs.kind, [...existing]),
        lt(jobs.runAt, new Date(now.getTime() - abandonedMs)),
        or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, now)),
      ),
    )
    .returning({ kind: jobs.kind })
  return rows.map(({ kind }) => kind)
}

import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../context'
import type { JobPayload } from '../jobs'
import { jobs } from '../tables'

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
    .limit(limit)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(jobs)
    .set({ lockedUntil, attempts: sql`${jobs.attempts} + 1` })
    .where(inArray(jobs.id, due))
    .returning({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts })
  return rows.map((row) => ({ ...row, lockedUntil }))
}

/** A run that outlived its lease no longer owns the row and must not touch it. */
const stillOurs = (job: ClaimedJob) => and(eq(jobs.id, job.id), eq(jobs.lockedUntil, job.lockedUntil))

/** Whether the row is still ours, which is then held until `lockedUntil`. */
export async function renewLease(db: Database, job: ClaimedJob, lockedUntil: Date): Promise<boolean> {
  const rows = await db.update(jobs).set({ lockedUntil }).where(stillOurs(job)).returning({ id: jobs.id })
  return rows.length > 0
}

export async function removeJob(db: Database, job: ClaimedJob): Promise<void> {
  await db.delete(jobs).where(stillOurs(job))
}

export async function rescheduleJob(
  db: Database,
  job: ClaimedJob,
  runAt: Date,
  lastError: string | null,
): Promise<void> {
  const attempts = lastError === null ? 0 : job.attempts
  await db.update(jobs).set({ runAt, attempts, lastError, lockedUntil: null }).where(stillOurs(job))
}

export async function buryJob(db: Database, job: ClaimedJob, deadAt: Date, lastError: string): Promise<void> {
  await db.update(jobs).set({ deadAt, lastError, lockedUntil: null }).where(stillOurs(job))
}

export async function ensureRecurring(db: Database, kind: string, now: Date): Promise<void> {
  await db
    .insert(jobs)
    .values({ id: `recurring_${kind}`, kind, payload: {}, runAt: now, createdAt: now })
    .onConflictDoNothing()
}

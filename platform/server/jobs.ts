import { randomInt } from 'node:crypto'
import type { Queryable, Services } from './context'
import { jobs } from './tables'

export type JobPayload = Record<string, unknown>
export type NewJob = { kind: string; payload: JobPayload; runAt?: Date }

export type JobHandler = {
  /** Number of attempts, after which the job becomes a dead letter for a person to review. */
  maxAttempts: number
  /** Milliseconds after which another process may restart the job of a dead process. Default one minute. */
  leaseMs?: number
  /** Maximum number of such jobs per process, so that slow external servers leave room for others. */
  atMost?: number
  /** May run twice for one job (a crash between effect and note): make the effect repeatable. */
  run(services: Services, payload: JobPayload): Promise<void>
}

/** Runs again `everyMs` after it has finished, on one process at a time; failures are retried for ever. */
export type RecurringJob = {
  everyMs: number
  leaseMs?: number
  /** A long job may throw `signal.reason` on shutdown; it runs again at the next start. */
  run(services: Services, signal: AbortSignal): Promise<void>
}

/** Written in the transaction of the change that needs it: both happen or neither. */
export async function enqueueJob(ctx: Pick<Services, 'ids' | 'clock'>, tx: Queryable, job: NewJob): Promise<string> {
  const now = ctx.clock.now()
  const id = ctx.ids.newId('job')
  await tx.insert(jobs).values({ id, kind: job.kind, payload: job.payload, runAt: job.runAt ?? now, createdAt: now })
  return id
}

export const longestPauseMs = 15 * 60_000
const backoff = { firstMs: 2_000, longestMs: longestPauseMs } as const

/** Doubles with each attempt; between half and all of it, so that failures of one moment do not return together. */
export function retryDelayMs(attempt: number): number {
  const full = Math.min(backoff.longestMs, backoff.firstMs * 2 ** Math.min(attempt - 1, 20))
  return full / 2 + randomInt(full / 2 + 1)
}

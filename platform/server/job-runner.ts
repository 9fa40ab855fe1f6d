import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from './context'
import { causeCodeOf, isDatabaseAway } from './database-errors'
import {
  buryJob,
  type ClaimedJob,
  claimJobs,
  ensureRecurring,
  removeAbandoned,
  removeJob,
  renewLease,
  rescheduleJob,
  wakeFromFuture,
} from './job-store'
import { type JobHandler, type RecurringJob, retryDelayMs } from './jobs'

type JobRunnerOptions = {
  handlers: Readonly<Record<string, JobHandler>>
  recurring?: Readonly<Record<string, RecurringJob>>
  pollMs?: number
  concurrent?: number
  renewMs?: number
}

const defaults = { pollMs: 500, concurrent: 5, leaseMs: 60_000, wakeMs: 60_000 } as const

/** Runs the jobs of the database in this process; any number of processes may do so. */
export class JobRunner {
  private readonly running = new Map<Promise<void>, string>()
  private readonly kinds: readonly string[]
  private readonly leaseMs: number
  private wokenAt: number | null = null
  private timer: NodeJS.Timeout | null = null
  private polling: Promise<void> | null = null
  private readonly stopping = new AbortController()
  private readonly outages: OutageLog

  constructor(
    private readonly services: Services,
    private readonly options: JobRunnerOptions,
  ) {
    this.outages = new OutageLog(services)
    const all = [...Object.values(options.handlers), ...Object.values(options.recurring ?? {})]
    this.kinds = [...Object.keys(options.handlers), ...Object.keys(options.recurring ?? {})]
    this.leaseMs = Math.max(defaults.leaseMs, ...all.map((job) => job.leaseMs ?? 0))
  }

  async start(): Promise<void> {
    await ensureRecurring(this.services.db, this.recurringKinds(), this.services.clock.now())
    this.pollIn(0)
  }

  /**
   * Resolves when the jobs that run now are done, or have ended early because they may, or after `patienceMs`: those that
   * are not finished then start again after their lease.
   */
  async stop(patienceMs?: number): Promise<void> {
    this.stopping.abort()
    if (this.timer) clearTimeout(this.timer)
    await this.polling
    const done = Promise.all(this.running.keys())
    if (patienceMs === undefined) return void (await done)
    await Promise.race([done, pause(patienceMs, undefined, { ref: false })])
    for (const kind of this.running.values()) this.services.log.warn('job_left', { kind })
  }

  /** Runs what is due, and what becomes due by it, until nothing is left. Returns how many runs that took. */
  async runDue(): Promise<number> {
    let count = 0
    for (;;) {
      const claimed = await this.claim()
      if (claimed.length === 0) return count
      count += claimed.length
      await Promise.all(claimed.map((job) => this.run(job)))
    }
  }

  private pollIn(delayMs: number): void {
    if (this.stopping.signal.aborted) return
    this.timer = setTimeout(() => {
      this.polling = this.poll()
    }, delayMs)
  }

  private async poll(): Promise<void> {
    let again = this.options.pollMs ?? defaults.pollMs
    try {
      await this.wake()
      const claimed = await this.claim()
      for (const job of claimed) this.track(job)
      if (claimed.length > 0) again = 0
      this.outages.noteSuccess()
    } catch (error) {
      if (!this.outages.noteFailure(error))
        this.services.log.warn('job_poll_failed', { reason: describe(error), code: causeCodeOf(error) })
    }
    // If every slot is taken, waits for the next job to finish.
    if (this.running.size >= this.concurrent) await Promise.race(this.running.keys())
    else if (again > 0 && this.fullKinds().length > 0) {
      // A finished job makes room for the next of its kind immediately.
      await Promise.race([...this.running.keys(), pause(again)])
      again = 0
    }
    this.pollIn(again)
  }

  private async wake(): Promise<void> {
    const now = this.services.clock.now()
    if (this.wokenAt !== null && Math.abs(now.getTime() - this.wokenAt) < defaults.wakeMs) return
    this.wokenAt = now.getTime()
    const recurring = Object.entries(this.options.recurring ?? {}).map(
      ([kind, { everyMs }]) => [kind, everyMs] as const,
    )
    await wakeFromFuture(this.services.db, now, { recurring, leaseMs: this.leaseMs })
    await ensureRecurring(this.services.db, this.recurringKinds(), now)
    for (const kind of await removeAbandoned(this.services.db, this.kinds, now))
      this.services.log.info('job_forgotten', { kind })
  }

  private recurringKinds(): string[] {
    return Object.keys(this.options.recurring ?? {})
  }

  private track(job: ClaimedJob): void {
    const tracked = this.run(job).finally(() => this.running.delete(tracked))
    this.running.set(tracked, job.kind)
  }

  /** Number of further jobs of this kind that may start; undefined without a limit. */
  private roomOf(kind: string): number | undefined {
    const atMost = this.options.handlers[kind]?.atMost
    return atMost && atMost - [...this.running.values()].filter((running) => running === kind).length
  }

  private fullKinds(): string[] {
    return this.kinds.filter((kind) => this.roomOf(kind) === 0)
  }

  private get concurrent(): number {
    return this.options.concurrent ?? defaults.concurrent
  }

  private claim(): Promise<ClaimedJob[]> {
    const kinds = this.kinds.filter((kind) => this.roomOf(kind) !== 0)
    // All that are claimed may be of the kind with the least room.
    const rooms = kinds.map((kind) => this.roomOf(kind) ?? Infinity)
    const limit = Math.min(this.concurrent - this.running.size, ...rooms)
    return claimJobs(this.services.db, {
      kinds,
      now: this.services.clock.now(),
      lockedUntil: this.inMs(this.leaseMs),
      limit,
    })
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { db, log, clock } = this.services
    // A slow job is alive; its lease is renewed so that no other server starts it.
    const lease: { renewal?: Promise<void> } = {}
    // One renewal at a time: if two overlapped, the older result could arrive last.
    const renew = () => void (lease.renewal ??= this.renew(job).finally(() => delete lease.renewal))
    const renewing = setInterval(renew, this.options.renewMs ?? this.leaseMs / 3)
    try {
      const error = await this.attemptInSpan(job)
      clearInterval(renewing)
      // It changes what the row is known by.
      await lease.renewal
      const recurring = this.options.recurring?.[job.kind]
      if (error === null && !recurring) return await removeJob(db, job)
      if (error === null) return await rescheduleJob(db, job, this.inMs(recurring?.everyMs ?? 0), null)
      if (this.stopping.signal.aborted && error === this.stopping.signal.reason) {
        log.info('job_stopped', { kind: job.kind, jobId: job.id })
        return await rescheduleJob(db, job, clock.now(), null)
      }
      const reason = describe(error)
      log.warn('job_failed', { kind: job.kind, jobId: job.id, attempt: job.attempts, reason })
      const maxAttempts = this.options.handlers[job.kind]?.maxAttempts ?? Infinity
      if (job.attempts < maxAttempts) return await rescheduleJob(db, job, this.inMs(retryDelayMs(job.attempts)), reason)
      log.error('job_dead', { kind: job.kind, jobId: job.id, attempt: job.attempts, reason })
      await buryJob(db, job, clock.now(), reason)
    } catch (error) {
      // Its note could not be written; the lease runs out and the job starts again.
      log.warn('job_note_failed', { kind: job.kind, jobId: job.id, reason: describe(error) })
    } finally {
      clearInterval(renewing)
    }
  }

  private async renew(job: ClaimedJob): Promise<void> {
    const lockedUntil = this.inMs(this.leaseMs)
    const isOurs = await renewLease(this.services.db, job, lockedUntil).catch(() => false)
    if (isOurs) job.lockedUntil = lockedUntil
  }

  private attemptInSpan(job: ClaimedJob): Promise<unknown> {
    const { tracer } = this.services
    if (!tracer) return this.attempt(job)
    const details = { 'job.kind': job.kind, 'job.attempt': job.attempts }
    return tracer.span({ name: `job ${job.kind}`, kind: 'consumer', details }, async (span) => {
      const error = await this.attempt(job)
      if (error !== null) span.fail(describe(error))
      return error
    })
  }

  private async attempt(job: ClaimedJob): Promise<unknown> {
    try {
      const handler = this.options.handlers[job.kind]
      if (handler) await handler.run(this.services, job.payload)
      else await this.options.recurring?.[job.kind]?.run(this.services, this.stopping.signal)
      return null
    } catch (error) {
      return error ?? new Error('unknown')
    }
  }

  private inMs(delayMs: number): Date {
    return new Date(this.services.clock.now().getTime() + delayMs)
  }
}

/** Returns the code or class only, because messages of mail servers and drivers contain addresses and values. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Logs one line when a database outage begins and one when it ends, independent of the number of polls between. */
export class OutageLog {
  private since: Date | null = null

  constructor(private readonly services: Pick<Services, 'clock' | 'log'>) {}

  /** Returns false for an error that is no outage: the caller logs that one. */
  noteFailure(error: unknown): boolean {
    if (!isDatabaseAway(error)) return false
    if (this.since === null) {
      this.since = this.services.clock.now()
      this.services.log.error('database_away', { code: causeCodeOf(error) ?? 'unknown' })
    }
    return true
  }

  noteSuccess(): void {
    if (this.since === null) return
    const ms = this.services.clock.now().getTime() - this.since.getTime()
    this.since = null
    this.services.log.warn('database_back', { ms })
  }
}

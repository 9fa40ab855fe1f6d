import type { Services } from '../context'
import { retryDelayMs, type JobHandler, type RecurringJob } from '../jobs'
import { buryJob, claimJobs, ensureRecurring, removeJob, rescheduleJob, type ClaimedJob } from './job-store'

export type JobRunnerOptions = {
  handlers: Readonly<Record<string, JobHandler>>
  recurring?: Readonly<Record<string, RecurringJob>>
  pollMs?: number
  concurrent?: number
}

const defaults = { pollMs: 500, concurrent: 4, leaseMs: 60_000 } as const

/** Runs the jobs of the database in this process; any number of processes may do so. */
export class JobRunner {
  private readonly running = new Set<Promise<void>>()
  private readonly kinds: readonly string[]
  private readonly leaseMs: number
  private timer: NodeJS.Timeout | null = null
  private polling: Promise<void> | null = null
  private readonly stopping = new AbortController()

  constructor(
    private readonly services: Services,
    private readonly options: JobRunnerOptions,
  ) {
    const all = [...Object.values(options.handlers), ...Object.values(options.recurring ?? {})]
    this.kinds = [...Object.keys(options.handlers), ...Object.keys(options.recurring ?? {})]
    this.leaseMs = Math.max(defaults.leaseMs, ...all.map((job) => job.leaseMs ?? 0))
  }

  async start(): Promise<void> {
    for (const kind of Object.keys(this.options.recurring ?? {})) {
      await ensureRecurring(this.services.db, kind, this.services.clock.now())
    }
    this.pollIn(0)
  }

  /**
   * Resolves when the jobs that run now are done, or have ended early because they may; those that are not finished in
   * time start again after their lease.
   */
  async stop(): Promise<void> {
    this.stopping.abort()
    if (this.timer) clearTimeout(this.timer)
    await this.polling
    await Promise.all(this.running)
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
      const claimed = await this.claim()
      for (const job of claimed) this.track(this.run(job))
      if (claimed.length > 0) again = 0
    } catch (error) {
      this.services.log.warn('job_poll_failed', { reason: describe(error) })
    }
    // With every place taken, the next one to finish decides when there is room again.
    if (this.running.size >= this.concurrent) await Promise.race(this.running)
    this.pollIn(again)
  }

  private track(run: Promise<void>): void {
    const tracked = run.finally(() => this.running.delete(tracked))
    this.running.add(tracked)
  }

  private get concurrent(): number {
    return this.options.concurrent ?? defaults.concurrent
  }

  private claim(): Promise<ClaimedJob[]> {
    const now = this.services.clock.now()
    const lockedUntil = new Date(now.getTime() + this.leaseMs)
    const limit = this.concurrent - this.running.size
    return claimJobs(this.services.db, { kinds: this.kinds, now, lockedUntil, limit })
  }

  private async run(job: ClaimedJob): Promise<void> {
    const { db, log, clock } = this.services
    try {
      const error = await this.attemptInSpan(job)
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
    }
  }

  private attemptInSpan(job: ClaimedJob): Promise<unknown> {
    const { tracer } = this.services
    if (!tracer) return this.attempt(job)
    const facts = { 'job.kind': job.kind, 'job.attempt': job.attempts }
    return tracer.span({ name: `job ${job.kind}`, kind: 'consumer', facts }, async (span) => {
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

/** The code or class only: messages of mail servers and drivers carry addresses and values. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

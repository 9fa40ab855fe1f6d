import type { Services } from './context'
import { causeCodeOf, isDatabaseAway } from './database-errors'

/** Logs one line when an outage of the database begins and one when it ends, however often it is polled in between. */
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

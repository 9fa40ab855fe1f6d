import type { Services } from '@quaff/platform/server/context'
import type { LiveBus } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import type { LiveMessage } from '../contract'
import { sessionRefusals } from '../refusals'
import type { LiveServices, LiveStream } from './live-stream'
import { reviewsAtOnce, SessionReviews } from './session-reviews'

const limits = { streamsPerUser: 20, lookEveryMs: 1_000 } as const

const byBus = new WeakMap<LiveBus, OpenStreams>()

export function openStreamsOf({ clock, db, live, log, settings }: Services): OpenStreams {
  const { version } = settings
  const streams = byBus.get(live) ?? new OpenStreams({ clock, db, live, log }, { kind: 'hello', version })
  byBus.set(live, streams)
  return streams
}

/** Those of this process. */
export const countStreams = (bus: LiveBus): number => byBus.get(bus)?.count() ?? 0

type Due = { everyMs: number; nextAt: number }

/** The streams of one process: how many each person has, and one timer that reviews the sessions of all. */
export class OpenStreams {
  private readonly counts = new Map<string, number>()
  private readonly reviews = new Map<LiveStream, Due>()
  private timer: NodeJS.Timeout | null = null
  readonly sessions: SessionReviews

  constructor(
    readonly services: LiveServices,
    readonly hello: LiveMessage,
  ) {
    this.sessions = new SessionReviews(services)
  }

  count(): number {
    return [...this.counts.values()].reduce((sum, open) => sum + open, 0)
  }

  /** Counts one stream of the person; the result gives it back, once. */
  takePlace(userId: string): () => void {
    const { counts } = this
    const open = counts.get(userId) ?? 0
    if (open >= limits.streamsPerUser) throw refuse(sessionRefusals, 'STREAMS')
    counts.set(userId, open + 1)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (counts.get(userId) ?? 1) - 1
      if (left > 0) counts.set(userId, left)
      else counts.delete(userId)
    }
  }

  add(stream: LiveStream, everyMs: number): void {
    this.reviews.set(stream, { everyMs, nextAt: performance.now() + everyMs })
    this.timer ??= setInterval(() => void this.reviewDue(), limits.lookEveryMs).unref()
  }

  remove(stream: LiveStream): void {
    this.reviews.delete(stream)
    if (this.timer === null || this.reviews.size > 0) return
    clearInterval(this.timer)
    this.timer = null
  }

  private async reviewDue(): Promise<void> {
    const due = this.takeDue(performance.now())
    if (due.length === 0) return
    const judge = async (stream: LiveStream) => stream.judge(await this.sessions.review(stream.sessionId))
    try {
      await Promise.all(due.map(judge))
    } catch {
      this.services.log.warn('live_review_failed')
    }
  }

  /** Of thousands that came in the same second, each look takes what one question holds. */
  private takeDue(now: number): LiveStream[] {
    const due: LiveStream[] = []
    for (const [stream, review] of this.reviews) {
      if (review.nextAt > now) continue
      review.nextAt = now + review.everyMs
      due.push(stream)
      if (due.length === reviewsAtOnce) break
    }
    return due
  }
}

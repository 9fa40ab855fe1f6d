import {
  type Context,
  type LiveBus,
  pull,
  refuse,
  requireUser,
  type Services,
  type Source,
  type UserActor,
} from '@quaff/platform/server'
import { liveLimits, type LiveMessage } from '../contract'
import { sessionRefusals } from '../refusals'
import { type LiveServices, LiveStream } from './live-stream'
import { reviewSessions } from './session-gate'

const limits = { streamsPerUser: 20, pollEveryMs: 1_000 } as const

const byBus = new WeakMap<LiveBus, OpenStreams>()

function openStreamsOf({ clock, db, live, log, settings }: Services): OpenStreams {
  const streams =
    byBus.get(live) ?? new OpenStreams({ clock, db, live, log }, { kind: 'hello', version: settings.consoleBuild })
  byBus.set(live, streams)
  return streams
}

/** Number of streams in this process. */
export const countStreams = (bus: LiveBus): number => byBus.get(bus)?.count() ?? 0

type Due = { everyMs: number; nextAt: number }

/** The streams of one process: how many each person has, and one timer that reviews the sessions of all. */
class OpenStreams {
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
    this.timer ??= setInterval(() => void this.reviewDue(), limits.pollEveryMs).unref()
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

  /** Takes as many due streams as one query can hold. */
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

/** `actor`: the session's user, null if it has ended. `order` increases with each query. */
export type Reviewed = { actor: UserActor | null; order: number }
export type Review = (sessionId: string) => Promise<Reviewed>

const reviewsAtOnce = 500

/**
 * Reads sessions' rights. Requests within one turn of the event loop share a statement, because a gap or a changed
 * setting makes all listeners ask together.
 */
class SessionReviews {
  private requested: string[] = []
  private answer: Promise<Map<string, UserActor>> | null = null
  private order = 0

  constructor(private readonly services: LiveServices) {}

  async review(sessionId: string): Promise<Reviewed> {
    if (!this.answer || this.requested.length === reviewsAtOnce) this.begin()
    this.requested.push(sessionId)
    const { answer, order } = this
    return { actor: (await answer)?.get(sessionId) ?? null, order }
  }

  private begin(): void {
    const requested: string[] = []
    const answer = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      if (this.answer === answer) this.answer = null
      return reviewSessions(this.services, requested)
    })
    this.requested = requested
    this.answer = answer
    this.order += 1
  }
}

const reviewEveryMs = 60_000

export type LiveOptions = {
  signal?: AbortSignal
  /** Cursor of the last message that the reader has seen. */
  since?: string | null
  reviewEveryMs?: number
  /** How far back a stream without a cursor starts. */
  overlapMs?: number
}

/** Ids of what changes, under the reader's own rights, until the reader leaves or the session ends. */
export async function streamLive(ctx: Context, options: LiveOptions = {}): Promise<AsyncGenerator<LiveMessage, void>> {
  const source = openLive(ctx, options)
  // The transport handles endless streams itself.
  if (!ctx.stream) return pull(source, options.signal)
  ctx.stream(source)
  return nothing()
}

async function* nothing(): AsyncGenerator<LiveMessage, void> {}

/** Reserves a slot; the caller must start the source. Retains no reference to the request. */
function openLive(ctx: Context, options: LiveOptions): Source<LiveMessage> {
  const actor = requireUser(ctx.actor)
  const streams = openStreamsOf(ctx)
  const release = streams.takePlace(actor.userId)
  const since = options.since ?? { agoMs: options.overlapMs ?? liveLimits.overlapMs }
  const everyMs = options.reviewEveryMs ?? reviewEveryMs
  return (reader) => {
    const review = (sessionId: string) => streams.sessions.review(sessionId)
    const stream = new LiveStream(streams.services, actor, reader, { hello: streams.hello, since }, review, () => {
      release()
      streams.remove(stream)
    })
    streams.add(stream, everyMs)
    return stream
  }
}

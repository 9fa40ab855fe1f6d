import type { UserActor } from '@quaff/platform/server/actor'
import type { Services } from '@quaff/platform/server/context'
import type { LiveDelivery, LiveStart } from '@quaff/platform/server/ports'
import type { Flow, Reader } from '@quaff/platform/server/streams/flow'
import type { LiveMessage } from '../contract'
import { callsForReview, isAbout, maySee, toMessage, toSessionMessage } from './live-messages'
import { findEndReason } from './session-gate'
import type { Review, Reviewed } from './session-reviews'

/** What a stream keeps of the server. The context of the request that began it would stay in memory as long as the stream. */
export type LiveServices = Pick<Services, 'clock' | 'db' | 'live' | 'log'>

/** One console that listens, under the rights that its session has now. */
export class LiveStream implements Flow, Reader<LiveDelivery> {
  private readonly following: Flow
  /** Told before anything that follows. */
  private readonly held: LiveMessage[]
  private isWanted = false
  private isReviewing = false
  private judgedBy = 0
  private state: 'open' | 'ending' | 'closing' | 'over' = 'open'

  constructor(
    private readonly services: LiveServices,
    private actor: UserActor,
    private readonly reader: Reader<LiveMessage>,
    { hello, since }: { hello: LiveMessage; since: LiveStart },
    private readonly review: Review,
    private readonly onLeave: () => void,
  ) {
    this.held = [hello]
    this.following = services.live.follow(since, this)
  }

  get sessionId(): string {
    return this.actor.sessionId
  }

  resume(): void {
    this.isWanted = true
    this.passOn()
  }

  leave(): void {
    if (this.state === 'over') return
    this.state = 'over'
    this.following.leave()
    this.onLeave()
  }

  take(delivery: LiveDelivery): boolean {
    if (callsForReview(this.actor, delivery)) {
      this.isReviewing = true
      this.reviewFor(delivery).catch((fault: unknown) => this.end(fault))
      return false
    }
    return !maySee(this.actor, delivery) || this.tell(toMessage(delivery))
  }

  /** A fault is for the log: the reader comes back in any case. */
  end(fault?: unknown): void {
    if (this.state !== 'open' && this.state !== 'ending') return
    if (fault !== undefined)
      this.services.log.warn('live_stream_failed', { reason: fault instanceof Error ? fault.name : 'unknown' })
    this.state = 'closing'
    this.passOn()
  }

  /** Two reviews may overtake each other: what was read earlier must not bring back rights that are gone. */
  judge({ actor, order }: Reviewed): void {
    if (this.state !== 'open' || order < this.judgedBy) return
    this.judgedBy = order
    if (actor) this.actor = actor
    else this.endSession()
  }

  /** The reader is told why, and nothing of what has happened since. */
  private endSession(): void {
    this.state = 'ending'
    this.following.leave()
    findEndReason(this.services, this.actor)
      .then((why) => void this.held.push({ kind: 'ended', why }))
      .then(
        () => this.end(),
        (fault: unknown) => this.end(fault),
      )
  }

  /** What may have changed the rights is looked into before anything after it is told. */
  private async reviewFor(delivery: LiveDelivery): Promise<void> {
    const isOwn = isAbout(this.actor, delivery)
    this.judge(await this.review(this.sessionId))
    if (this.state !== 'open') return
    if (isOwn) this.held.push(toSessionMessage(delivery))
    if (maySee(this.actor, delivery)) this.held.push(toMessage(delivery))
    this.isReviewing = false
    this.passOn()
  }

  /** A reader may ask for more while it takes something. */
  private tell(message: LiveMessage): boolean {
    this.isWanted = false
    if (this.reader.take(message)) this.isWanted = true
    return this.isWanted
  }

  private passOn(): void {
    if (this.state === 'over') return
    while (this.isWanted) {
      const next = this.held.shift()
      if (!next) break
      this.tell(next)
    }
    if (this.held.length > 0) return
    if (this.state === 'open' && this.isWanted && !this.isReviewing) this.following.resume()
    if (this.state !== 'closing') return
    this.leave()
    this.reader.end()
  }
}

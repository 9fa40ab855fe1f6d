import { withEventMeta } from '@orpc/server'
import { platformSettingsId } from '@quaff/features/settings/platform-contract'
import {
  adminRole,
  type Flow,
  type LiveDelivery,
  type LiveEvent,
  type LiveStart,
  type LiveTopic,
  type Reader,
  type Services,
  type UserActor,
} from '@quaff/platform/server'
import type { LiveMessage } from '../contract'
import { mayTouchMerchant } from './merchant-scope'
import type { Review, Reviewed } from './open-streams'
import { findEndReason } from './session-gate'

/** The services that a stream keeps. The opening request's context would otherwise stay in memory. */
export type LiveServices = Pick<Services, 'clock' | 'db' | 'live' | 'log'>

/** One listening console, with the current rights of its session. */
export class LiveStream implements Flow, Reader<LiveDelivery> {
  private readonly following: Flow
  /** Sent before later events. */
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
      this.reviewFor(delivery).catch((error: unknown) => this.end(error))
      return false
    }
    return !maySee(this.actor, delivery) || this.tell(toMessage(delivery))
  }

  /** A fault is for the log: the reader comes back in any case. */
  end(error?: unknown): void {
    if (this.state !== 'open' && this.state !== 'ending') return
    if (error !== undefined)
      this.services.log.warn('live_stream_failed', { reason: error instanceof Error ? error.name : 'unknown' })
    this.state = 'closing'
    this.passOn()
  }

  /** Reviews may finish out of order: an older one must not restore revoked rights. */
  judge({ actor, order }: Reviewed): void {
    if (this.state !== 'open' || order < this.judgedBy) return
    this.judgedBy = order
    if (actor) this.actor = actor
    else this.endSession()
  }

  /** The client receives the reason and no later events. */
  private endSession(): void {
    this.state = 'ending'
    this.following.leave()
    findEndReason(this.services, this.actor)
      .then((why) => void this.held.push({ kind: 'ended', why }))
      .then(
        () => this.end(),
        (error: unknown) => this.end(error),
      )
  }

  /** Events that may change rights are reviewed before later ones are sent. */
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

const messages = new WeakMap<LiveDelivery, LiveMessage>()

/** One shared object, so that it is serialized once for all readers. */
function toMessage(delivery: LiveDelivery) {
  const made = messages.get(delivery) ?? withCursor(readMessage(delivery), delivery)
  messages.set(delivery, made)
  return made
}

const toSessionMessage = (delivery: LiveDelivery) => withCursor({ kind: 'session' }, delivery)

function readMessage(delivery: LiveDelivery): LiveMessage {
  if ('resync' in delivery) return { kind: 'resync' }
  const { topic, subjectId, merchantId } = delivery
  return { kind: 'event', topic, subjectId, merchantId }
}

const withCursor = (message: LiveMessage, { cursor }: LiveDelivery) => withEventMeta(message, { id: cursor })

/** Something of the reader's own account or session: both decide what it may see. */
function isAbout({ userId }: UserActor, delivery: LiveDelivery) {
  if ('resync' in delivery || delivery.subjectId !== userId) return false
  return delivery.topic === 'session' || delivery.topic === 'user'
}

/** Events after which the rights are read again before anything else is sent. A gap may have contained one. */
function callsForReview(actor: UserActor, delivery: LiveDelivery) {
  return 'resync' in delivery || isAbout(actor, delivery) || isOfSettings(delivery)
}

/** Requiring a second factor locks out everyone who has none. */
const isOfSettings = ({ topic, subjectId }: LiveEvent) => topic === 'audit' && subjectId === platformSettingsId

/** Topics that staff receive; all others are for administrators. */
const staffTopics: ReadonlySet<LiveTopic> = new Set(['merchant', 'user', 'subscription', 'redemption'])

export function maySee(actor: UserActor, delivery: LiveDelivery): boolean {
  if ('resync' in delivery || actor.role === adminRole) return true
  const { topic, subjectId, merchantId } = delivery
  if (topic === 'user' && subjectId === actor.userId) return true
  return merchantId !== null && staffTopics.has(topic) && mayTouchMerchant(actor, merchantId)
}

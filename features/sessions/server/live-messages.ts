import { withEventMeta } from '@orpc/server'
import { platformSettingsId } from '@quaff/features/settings/platform-contract'
import type { UserActor } from '@quaff/platform/server/actor'
import type { LiveDelivery, LiveEvent, LiveTopic } from '@quaff/platform/server/ports'
import { adminRole } from '@quaff/platform/shared/product'
import type { LiveMessage } from '../contract'
import { mayTouchMerchant } from './merchant-scope'

const messages = new WeakMap<LiveDelivery, LiveMessage>()

/** The same object to all who are told, so that it is written once for all of them. */
export function toMessage(delivery: LiveDelivery): LiveMessage {
  const made = messages.get(delivery) ?? withCursor(readMessage(delivery), delivery)
  messages.set(delivery, made)
  return made
}

export const toSessionMessage = (delivery: LiveDelivery) => withCursor({ kind: 'session' }, delivery)

function readMessage(delivery: LiveDelivery): LiveMessage {
  if ('resync' in delivery) return { kind: 'resync' }
  const { topic, subjectId, merchantId } = delivery
  return { kind: 'event', topic, subjectId, merchantId }
}

const withCursor = (message: LiveMessage, { cursor }: LiveDelivery) => withEventMeta(message, { id: cursor })

/** Something of the reader's own account or session: both decide what it may see. */
export function isAbout({ userId }: UserActor, delivery: LiveDelivery): boolean {
  if ('resync' in delivery || delivery.subjectId !== userId) return false
  return delivery.topic === 'session' || delivery.topic === 'user'
}

/** After these the rights are read anew before anything else is told: of what a gap has swallowed one may be the reader's own. */
export function callsForReview(actor: UserActor, delivery: LiveDelivery): boolean {
  return 'resync' in delivery || isAbout(actor, delivery) || isOfSettings(delivery)
}

/** The switch that demands a second factor shuts out everybody who has none. */
const isOfSettings = ({ topic, subjectId }: LiveEvent) => topic === 'audit' && subjectId === platformSettingsId

/** What a staff console shows, by topic: one that nobody has thought of is the administrators'. */
const staffTopics: ReadonlySet<LiveTopic> = new Set(['merchant', 'user', 'subscription', 'redemption'])

export function maySee(actor: UserActor, delivery: LiveDelivery): boolean {
  if ('resync' in delivery || actor.role === adminRole) return true
  const { topic, subjectId, merchantId } = delivery
  if (topic === 'user' && subjectId === actor.userId) return true
  return merchantId !== null && staffTopics.has(topic) && mayTouchMerchant(actor, merchantId)
}

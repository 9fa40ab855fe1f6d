import { withEventMeta } from '@orpc/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { LiveDelivery } from '@quaff/platform/server/ports'
import { adminRole } from '@quaff/platform/shared/product'
import type { LiveMessage } from '../../contract'
import { merchantScope } from '../scope/merchant-scope'

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

export function maySee(actor: UserActor, delivery: LiveDelivery): boolean {
  if ('resync' in delivery || actor.role === adminRole) return true
  // The audit log is the administrators'; a session event says when somebody signs in or out.
  if (delivery.topic === 'audit' || delivery.topic === 'session') return false
  if (delivery.topic === 'user' && delivery.subjectId === actor.userId) return true
  if (delivery.merchantId === null) return false
  const scope = merchantScope(actor)
  return (
    scope.all || scope.merchantIds.includes(delivery.merchantId) || actor.ownMerchantIds.includes(delivery.merchantId)
  )
}

import { reaches } from '@quaff/features/api-keys/rules'
import { keyScope } from '@quaff/features/sessions/server'
import type { KeyActor } from '@quaff/platform/server/actor'
import type { Transaction } from '@quaff/platform/server/context'
import { refused, type Verdict } from '../event-kind'
import { findKnownIds, ofMerchant, type KnownIds } from '../related-store'

type Related = {
  merchantId: string
  userId: string | null
  planId: string | null
  locationId?: string | null
  subscriptionId?: string | null
}

/** What an event names has to be there, and to be the merchant's: a foreign id gets the answer of a missing one. */
export async function judgeRelations<Event extends Related>(
  tx: Transaction,
  key: KeyActor,
  events: readonly Event[],
  keyOf: (event: Event) => string,
): Promise<Map<string, Verdict>> {
  const named = (pick: (event: Event) => string | null | undefined) => [
    ...new Set(events.flatMap((event) => pick(event) ?? [])),
  ]
  const known = await findKnownIds(tx, keyScope(key), {
    merchants: named(({ merchantId }) => merchantId),
    users: named(({ userId }) => userId),
    plans: named(({ planId }) => planId),
    locations: named(({ locationId }) => locationId),
    subscriptions: named(({ subscriptionId }) => subscriptionId),
  })
  return new Map(
    events.flatMap((event) => {
      const fault = relationFault(key, known, event)
      return fault ? [[keyOf(event), fault] as const] : []
    }),
  )
}

function relationFault({ merchantIds }: KeyActor, known: KnownIds, event: Related): Verdict | null {
  const { merchantId, userId, planId, locationId = null, subscriptionId = null } = event
  const isMissing = (of: 'plans' | 'locations' | 'subscriptions', id: string | null) =>
    id !== null && !known[of].has(ofMerchant(merchantId, id))
  if (!reaches(merchantIds, merchantId)) return refused('FOREIGN_MERCHANT', 'merchantId')
  if (!known.merchants.has(merchantId)) return refused('UNKNOWN_MERCHANT', 'merchantId')
  if (userId !== null && !known.users.has(userId)) return refused('UNKNOWN_USER', 'userId')
  if (isMissing('plans', planId)) return refused('UNKNOWN_PLAN', 'planId')
  if (isMissing('locations', locationId)) return refused('UNKNOWN_LOCATION', 'locationId')
  return isMissing('subscriptions', subscriptionId) ? refused('UNKNOWN_SUBSCRIPTION', 'subscriptionId') : null
}

/** What the verbs of the owners say; another merchant's record is none that this event may be about. */
export const verdictOf = (outcome: 'created' | 'updated' | 'same' | 'older' | 'foreign'): Verdict =>
  outcome === 'foreign' ? refused('FOREIGN_MERCHANT', 'merchantId') : { outcome }

import { reaches } from '@quaff/features/api-keys/rules'
import { keyScope } from '@quaff/features/sessions/server'
import type { KeyActor } from '@quaff/platform/server/actor'
import type { Transaction } from '@quaff/platform/server/context'
import type { EventFault } from '../contract'
import { refused, type Verdict } from './event-kind'
import { findMissing, type Missing, type Named } from './related-store'

const faultOf = {
  merchantId: 'UNKNOWN_MERCHANT',
  userId: 'UNKNOWN_USER',
  planId: 'UNKNOWN_PLAN',
  locationId: 'UNKNOWN_LOCATION',
  subscriptionId: 'UNKNOWN_SUBSCRIPTION',
} as const satisfies Record<Missing, EventFault>

/** What an event names has to be there, and to be the merchant's: a foreign id gets the answer of a missing one. */
export async function judgeRelations<Event extends Named>(
  tx: Transaction,
  key: KeyActor,
  events: readonly Event[],
  keyOf: (event: Event) => string,
): Promise<Map<string, Verdict>> {
  const faults = new Map<string, Verdict>()
  const reached: Event[] = []
  for (const event of events) {
    if (reaches(key.merchantIds, event.merchantId)) reached.push(event)
    else faults.set(keyOf(event), refused('FOREIGN_MERCHANT', 'merchantId'))
  }
  for (const [place, field] of await findMissing(tx, keyScope(key), reached)) {
    const event = reached[place]
    if (event) faults.set(keyOf(event), refused(faultOf[field], field))
  }
  return faults
}

/** What the verbs of the owners say; another merchant's record is none that this event may be about. */
export const verdictOf = (outcome: 'created' | 'updated' | 'same' | 'older' | 'foreign'): Verdict =>
  outcome === 'foreign' ? refused('FOREIGN_MERCHANT', 'merchantId') : { outcome }

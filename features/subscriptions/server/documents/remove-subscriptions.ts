import { addToSubscriptionCounts } from '@quaff/features/accounts/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { personDeltas } from '../../writing/rules'
import { imageOf } from '../../writing/server/subscription-change'
import { counterDeltas } from '../counter-deltas'
import { addToCounters, refreshLastActivity } from '../counter-store'
import { lockSubscriptions } from '../subscription-store'
import { deleteSubscriptions } from './subscription-document-store'

/** The inverse of writing them anew: rows, charges and history go, and every counter moves back, in the writers' order. */
export async function removeSubscriptions(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  ids: readonly string[],
): Promise<void> {
  const found = [...(await lockSubscriptions(tx, ids.toSorted())).values()]
  if (found.length === 0) return
  await deleteSubscriptions(
    tx,
    found.map(({ id }) => id),
  )
  const deltas = counterDeltas(
    found.map((row) => ({ before: imageOf(row), after: null })),
    settings.timeZone,
  )
  await addToCounters(tx, deltas)
  await refreshLastActivity(
    tx,
    deltas.merchants.map(({ merchantId }) => merchantId),
  )
  await addToSubscriptionCounts(tx, personDeltas(found.map((before) => ({ before, after: null }))))
}

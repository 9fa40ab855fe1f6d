import { addToSubscriptionCounts } from '@quaff/features/accounts/server'
import { lockMerchantZones } from '@quaff/features/sessions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { entriesOf } from '../../entries/rules'
import { listEvents } from '../../history/server/history-store'
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
  wanted: readonly string[],
): Promise<void> {
  const found = [...(await lockSubscriptions(tx, wanted.toSorted())).values()]
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  const events = await listEvents(tx, ids)
  await deleteSubscriptions(tx, ids)
  const zones = await lockMerchantZones(
    tx,
    found.map(({ merchantId }) => merchantId),
  )
  const deltas = counterDeltas(
    found.map((row) => ({ before: imageOf(row), after: null, past: entriesOf(row, events.get(row.id) ?? []) })),
    settings.timeZone,
    zones,
  )
  await addToCounters(tx, deltas)
  await refreshLastActivity(
    tx,
    deltas.merchants.map(({ merchantId }) => merchantId),
  )
  await addToSubscriptionCounts(tx, personDeltas(found.map((before) => ({ before, after: null }))))
}

import { listMerchantZones } from '@quaff/features/sessions/server'
import { noteFirstDrinks } from '@quaff/features/subscriptions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { redemptionDefaults } from '../../contract'
import { refreshLastRedeemed } from '../aggregates/drift-store'
import { addToCounters, lockTotals } from '../hour-store'
import { linkToPrevious } from '../previous-store'
import { Counted } from '../write-redemptions'
import {
  deleteRedemptions,
  listMerchantsOf,
  lockRedemptions,
  type RedemptionKey,
  releaseEvents,
} from './redemption-document-store'

/** Of a table whose rows have none: all that ever changes of a drink is whether it counts, and who said so. */
export const redemptionVersion = ({ status, isHeld = false }: { status?: string; isHeld?: boolean }) => {
  if (isHeld) return 3
  return (status ?? redemptionDefaults.status) === redemptionDefaults.status ? 1 : 2
}

/** Those that are there, by id, locked until the transaction ends. */
export async function findRedemptionVersions(
  tx: Transaction,
  keys: readonly RedemptionKey[],
): Promise<Map<string, number>> {
  await lockTotals(tx, await listMerchantsOf(tx, keys))
  const found = await lockRedemptions(tx, keys)
  return new Map(found.map((row) => [row.id, redemptionVersion(row)]))
}

/** The inverse of writing them: they go, and every counter moves back. The caller holds them (`findRedemptionVersions`). */
export async function removeRedemptions(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  keys: readonly RedemptionKey[],
  /** Free again: the same events would be taken anew. */
  eventIds: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  const found = await lockRedemptions(tx, keys)
  await deleteRedemptions(tx, keys)
  await releaseEvents(tx, eventIds)
  const zones = await listMerchantZones(
    tx,
    found.map(({ merchantId }) => merchantId),
  )
  const counted = new Counted(settings.timeZone, zones)
  for (const row of found) counted.add(row, row.status, -1)
  const deltas = counted.deltas()
  await addToCounters(tx, deltas)
  await refreshLastRedeemed(
    tx,
    deltas.totals.map(({ merchantId }) => merchantId),
  )
  await linkToPrevious(tx, found)
  await noteFirstDrinks(tx, found)
}

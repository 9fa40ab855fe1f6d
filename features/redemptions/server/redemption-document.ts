import { listMerchantZones } from '@quaff/features/sessions/server'
import { noteFirstDrinks } from '@quaff/features/subscriptions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader } from '@quaff/platform/shared/documents/read-fields'
import { type DocumentReading, idOf, parentIdOf } from '@quaff/platform/shared/documents/reading'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import { redemptionDefaults, redemptionStatuses } from '../contract'
import { refreshLastRedeemed } from './drift-store'
import { addToCounters, lockTotals } from './hour-store'
import { linkToPrevious } from './previous-store'
import {
  deleteRedemptions,
  listMerchantsOf,
  lockRedemptions,
  type RedemptionKey,
  releaseEvents,
} from './redemption-document-store'
import { Counted, type RedemptionWrite } from './write-redemptions'

/** `users/{id}/redemptions/{id}` of spec §3. Without its time or merchant it counts nowhere: it stays aside. */
export function readRedemptionDocument(document: SourceDocument): DocumentReading<RedemptionWrite> {
  const fields = FieldReader.of(document.data)
  const merchantId = fields.id('merchantId')
  if (!merchantId) fields.tell('merchantId', 'missing', 'aside')
  const redeemedAt = fields.time('redeemedAt', 'aside')
  if (!fields.has('redeemedAt')) fields.tell('redeemedAt', 'missing', 'aside')
  const status = fields.word('status', redemptionStatuses, 'aside')
  const isAside = fields.problems.some(({ level }) => level === 'aside')
  const row =
    isAside || !merchantId || !redeemedAt
      ? null
      : {
          id: idOf(document),
          merchantId,
          locationId: fields.id('locationId'),
          planId: fields.id('planId'),
          userId: parentIdOf(document) ?? fields.id('userId'),
          subscriptionId: fields.id('subscriptionId'),
          redeemedAt,
          method: fields.line('method', 32) || undefined,
          status: status ?? undefined,
          // The same document again is the same event, whatever became of its time.
          eventId: documentEvent(document.path),
        }
  return fields.reading(row)
}

/** The inverse; the person stands in the path. */
export function writeRedemptionDocument(row: Omit<RedemptionWrite, 'status'> & { status?: string }): DocumentMap {
  const { merchantId, locationId, planId, subscriptionId, redeemedAt } = row
  const { method = redemptionDefaults.method, status = redemptionDefaults.status } = row
  return writtenFields({ merchantId, locationId, planId, subscriptionId, redeemedAt, method, status })
}

export const documentEvent = (path: string) => `document:${path}`

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

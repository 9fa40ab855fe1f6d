import { listMerchantZones } from '@quaff/features/sessions/server'
import { noteFirstDrinks } from '@quaff/features/subscriptions/server'
import type { Services, Transaction } from '@quaff/platform/server'
import { type DocumentMap, type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import { FieldReader, type DocumentReading, idOf, parentIdOf } from '@quaff/platform/shared/documents/read-fields'
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

/** Reads `users/{id}/redemptions/{id}` (spec §3). Without a time or merchant it cannot be counted, so it is skipped. */
export function readRedemptionDocument(document: SourceDocument): DocumentReading<RedemptionWrite> {
  const fields = FieldReader.of(document.data)
  const merchantId = fields.id('merchantId')
  if (!merchantId) fields.tell('merchantId', 'missing', 'skipped')
  const redeemedAt = fields.time('redeemedAt', 'skipped')
  if (!fields.has('redeemedAt')) fields.tell('redeemedAt', 'missing', 'skipped')
  const status = fields.word('status', redemptionStatuses, 'skipped')
  const isSkipped = fields.problems.some(({ level }) => level === 'skipped')
  const row =
    isSkipped || !merchantId || !redeemedAt
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
          // The same document is always the same event, even if its time changes.
          eventId: documentEvent(document.path),
        }
  return fields.reading(row)
}

/** Writes the inverse of `readRedemptionDocument`. The path contains the person. */
export function writeRedemptionDocument(row: Omit<RedemptionWrite, 'status'> & { status?: string }): DocumentMap {
  const { merchantId, locationId, planId, subscriptionId, redeemedAt } = row
  const { method = redemptionDefaults.method, status = redemptionDefaults.status } = row
  return writtenFields({ merchantId, locationId, planId, subscriptionId, redeemedAt, method, status })
}

export const documentEvent = (path: string) => `document:${path}`

/** Derives a version, because rows have none. Only the status of a redemption and who voided it can change. */
export const redemptionVersion = ({ status, isHeld = false }: { status?: string; isHeld?: boolean }) => {
  if (isHeld) return 3
  return (status ?? redemptionDefaults.status) === redemptionDefaults.status ? 1 : 2
}

/** Locks the existing rows until the transaction ends, and returns their versions by id. */
export async function findRedemptionVersions(
  tx: Transaction,
  keys: readonly RedemptionKey[],
): Promise<Map<string, number>> {
  await lockTotals(tx, await listMerchantsOf(tx, keys))
  const found = await lockRedemptions(tx, keys)
  return new Map(found.map((row) => [row.id, redemptionVersion(row)]))
}

/** Deletes redemptions and moves every counter back. The caller has locked them (`findRedemptionVersions`). */
export async function removeRedemptions(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  keys: readonly RedemptionKey[],
  /** Released, so that the same events are accepted again. */
  eventIds: readonly string[],
) {
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

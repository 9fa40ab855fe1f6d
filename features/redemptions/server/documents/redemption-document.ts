import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader } from '@quaff/platform/shared/documents/read-fields'
import { idOf, parentIdOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import { redemptionDefaults, redemptionStatuses } from '../../contract'
import type { RedemptionWrite } from '../write-redemptions'

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

import { type DocumentMap, type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  idOf,
  parentIdOf,
  type DocumentReading,
} from '@quaff/platform/shared/documents/read-fields'
import { promotionIds } from '../contract'
import type { merchantPromotions } from './tables'

export type PromotionDocumentRow = typeof merchantPromotions.$inferInsert

/** Reads `merchants/{id}/promotions/{promotionId}` (spec §3). An unsupported promotion is stored but not enabled. */
export function readPromotionDocument(document: SourceDocument): DocumentReading<PromotionDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { updatedAt } = readDocumentTimes(document, fields)
  const merchantId = parentIdOf(document)
  const promotionId = promotionIds.find((id) => id === idOf(document))
  if (!promotionId) fields.tell('promotionId', 'unknown_word', 'skipped')
  const enabled = fields.flag('enabled') ?? false
  const metadata = enabled && fields.has('metadata') ? { ...fields.map('metadata').content() } : null
  const row = {
    merchantId: merchantId ?? '',
    promotionId: promotionId ?? '',
    enabled,
    metadata,
    updatedAt,
    updatedBy: fields.id('updatedBy'),
  }
  return fields.reading(merchantId && promotionId ? row : null)
}

/** The inverse. */
export const writePromotionDocument = (row: PromotionDocumentRow): DocumentMap => {
  const { enabled, metadata, updatedAt, updatedBy } = row
  return { ...writtenFields({ enabled, metadata, updatedAt, updatedBy }), ...(metadata ? {} : { metadata: null }) }
}

import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader, readDocumentTimes } from '@quaff/platform/shared/documents/read-fields'
import { idOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import { applicationStatuses } from '../contract'
import type { merchantApplications } from './tables'

export type ApplicationDocumentRow = typeof merchantApplications.$inferInsert

/** `merchantApplications/{id}` (spec §3). */
export function readApplicationDocument(document: SourceDocument): DocumentReading<ApplicationDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const row = {
    id: idOf(document),
    userId: fields.id('userId'),
    merchantId: fields.id('merchantId'),
    status: fields.word('status', applicationStatuses, 'changed') ?? 'pending_setup',
    business: { ...fields.map('business').content() },
    settings: { ...fields.map('settings').content() },
    createdAt,
    updatedAt,
  }
  return fields.reading(row)
}

/** The inverse. */
export function writeApplicationDocument(row: ApplicationDocumentRow) {
  const { userId, merchantId, status, business, settings, createdAt, updatedAt } = row
  return writtenFields({ userId, merchantId, status, business, settings, createdAt, updatedAt })
}

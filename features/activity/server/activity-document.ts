import { type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import { FieldReader, idOf, type DocumentReading } from '@quaff/platform/shared/documents/read-fields'
import type { userActivity } from './tables'

export type ActivityDocumentRow = typeof userActivity.$inferInsert

/** Reads `userActivity/{id}` (spec §3). */
export function readActivityDocument(document: SourceDocument): DocumentReading<ActivityDocumentRow> {
  const fields = FieldReader.of(document.data)
  const [userId, action] = [fields.id('userId'), fields.line('action', 120)]
  if (!userId) fields.tell('userId', 'missing', 'skipped')
  if (!action) fields.tell('action', 'missing', 'skipped')
  const occurredAt = fields.time('timestamp', 'skipped')
  if (!fields.has('timestamp')) fields.tell('timestamp', 'missing', 'skipped')
  const row =
    userId && action && occurredAt
      ? {
          id: idOf(document),
          userId,
          action,
          occurredAt,
          details: detailsOf(fields),
          userAgent: fields.line('userAgent'),
        }
      : null
  return fields.reading(row)
}

function detailsOf(fields: FieldReader): Record<string, unknown> {
  const details = fields.raw('details')
  if (details === null) return {}
  return typeof details === 'string' ? { text: fields.text('details', 2_000) } : { ...fields.map('details').content() }
}

export const writeActivityDocument = ({ userId, action, occurredAt, details, userAgent }: ActivityDocumentRow) =>
  writtenFields({ userId, action, timestamp: occurredAt, details, userAgent })

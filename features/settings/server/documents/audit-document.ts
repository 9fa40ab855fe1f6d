import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader } from '@quaff/platform/shared/documents/read-fields'
import { idOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'

export type AuditDocumentRow = {
  id: string
  action: string
  targetType: string
  targetId: string
  merchantId: string | null
  adminUserId: string | null
  adminEmail: string | null
  after: Record<string, unknown>
  occurredAt: Date
}

const named = ['action', 'targetType', 'targetId', 'merchantId', 'adminUserId', 'adminEmail', 'timestamp']

/** `adminAuditLogs/{id}` (spec §3); what else it says stays as what it said. */
export function readAuditDocument(document: SourceDocument): DocumentReading<AuditDocumentRow> {
  const fields = FieldReader.of(document.data)
  const action = fields.line('action', 120)
  if (!action) fields.tell('action', 'missing', 'aside')
  const occurredAt = fields.time('timestamp', 'aside')
  if (!fields.has('timestamp')) fields.tell('timestamp', 'missing', 'aside')
  const rest = Object.entries(document.data).filter(([name]) => !named.includes(name))
  const row = {
    id: idOf(document),
    action: action ?? '',
    targetType: fields.line('targetType', 64) ?? '',
    targetId: fields.id('targetId') ?? '',
    merchantId: fields.id('merchantId'),
    adminUserId: fields.id('adminUserId'),
    adminEmail: fields.line('adminEmail'),
    after: Object.fromEntries(rest),
    occurredAt: occurredAt ?? new Date(0),
  }
  return fields.reading(action && occurredAt ? row : null)
}

/** The inverse, of an entry of ours: what it changed stands in two maps. */
export function writeAuditDocument(
  row: Omit<AuditDocumentRow, 'after'> & { before: object | null; after: object | null },
): DocumentMap {
  const { action, targetType, targetId, merchantId, adminUserId, adminEmail, occurredAt, before, after } = row
  const timestamp = occurredAt
  return writtenFields({ action, targetType, targetId, merchantId, adminUserId, adminEmail, timestamp, before, after })
}

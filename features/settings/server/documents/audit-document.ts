import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader } from '@quaff/platform/shared/documents/read-fields'
import { idOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'

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

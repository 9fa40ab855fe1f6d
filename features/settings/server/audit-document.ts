import { type DocumentMap, writtenFields } from '@quaff/platform/shared/documents/document-values'

type AuditDocumentRow = {
  action: string
  targetType: string
  targetId: string
  merchantId: string | null
  adminUserId: string | null
  adminEmail: string | null
  occurredAt: Date
  before: object | null
  after: object | null
}

/**
 * Exports an audit entry as `adminAuditLogs/{id}` (spec §3) with the change in two maps. Audit logs are never
 * imported (0044).
 */
export function writeAuditDocument(row: AuditDocumentRow): DocumentMap {
  const { action, targetType, targetId, merchantId, adminUserId, adminEmail, occurredAt, before, after } = row
  const timestamp = occurredAt
  return writtenFields({ action, targetType, targetId, merchantId, adminUserId, adminEmail, timestamp, before, after })
}

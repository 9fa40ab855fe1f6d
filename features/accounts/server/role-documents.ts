import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { FieldReader, readDocumentTimes } from '@quaff/platform/shared/documents/read-fields'
import { idOf, type DocumentReading } from '@quaff/platform/shared/documents/reading'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import type { adminRecords, pendingInvitations } from './tables'

export type AdminDocumentRow = typeof adminRecords.$inferInsert
export type InvitationDocumentRow = typeof pendingInvitations.$inferInsert

/** `admins/{uid}` (spec §3, §7). Whoever becomes an administrator by it is listed and confirmed before anything is written. */
export function readAdminDocument(document: SourceDocument): DocumentReading<AdminDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { updatedAt } = readDocumentTimes(document, fields)
  const role = fields.line('role', 64)
  if (!role) fields.tell('role', 'missing', 'aside')
  return fields.reading(role ? { userId: idOf(document), role, updatedAt } : null)
}

/** `pendingInvitations/{uid}` (spec §3). The link in it would let its reader in: it comes over nowhere. */
export function readInvitationDocument(document: SourceDocument): DocumentReading<InvitationDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt } = readDocumentTimes(document, fields)
  if (fields.has('signInLink')) fields.tell('signInLink', 'secret_dropped', 'note')
  const role = fields.line('role', 64)
  if (!role) fields.tell('role', 'missing', 'aside')
  const row = {
    userId: idOf(document),
    role: role ?? '',
    merchantIds: fields.lines('merchantIds', 50),
    requiresPasswordSetup: fields.flag('requiresPasswordSetup') ?? true,
    used: fields.flag('used') ?? false,
    usedAt: fields.time('usedAt'),
    createdAt,
  }
  return fields.reading(role ? row : null)
}

/** The inverse of `readAdminDocument`. */
export const writeAdminDocument = ({ role, updatedAt }: AdminDocumentRow): DocumentMap =>
  writtenFields({ role, updatedAt })

/** The inverse of `readInvitationDocument`. */
export function writeInvitationDocument(row: InvitationDocumentRow): DocumentMap {
  const { role, merchantIds, requiresPasswordSetup, used, usedAt, createdAt } = row
  return writtenFields({ role, merchantIds, requiresPasswordSetup, used, usedAt, createdAt })
}

export function withoutInvitationSecrets({ signInLink: _link, ...rest }: DocumentMap): DocumentMap {
  return rest
}

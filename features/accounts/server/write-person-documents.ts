import { readBorrowed } from '@quaff/platform/server'
import { type DocumentMap, type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  type DocumentReading,
  idOf,
} from '@quaff/platform/shared/documents/read-fields'
import { claimedMerchants } from '../rules'
import type { adminRecords, pendingInvitations, UserClaims, users } from './tables'

/** A person as exported, with merchants in order. */
export type StoredPerson = typeof users.$inferSelect & { merchantIds: readonly string[] }

/** The inverse of `readUserDocument`. */
export function writeUserDocument(person: StoredPerson): DocumentMap {
  const { email, emailIsPlaceholder, photoUrl: photoURL, lastActiveAt: lastActive } = person
  const { emailVerified, displayName, role, status, phoneNumber, metadata, merchantIds } = person
  const { applicationId, rejectionReason, statusUpdatedAt, createdAt, updatedAt } = person
  return writtenFields({
    email: emailIsPlaceholder ? null : email,
    emailVerified,
    displayName,
    photoURL,
    role,
    status,
    phoneNumber,
    metadata,
    merchantIds,
    applicationId,
    rejectionReason,
    lastActive,
    statusUpdatedAt,
    createdAt,
    updatedAt,
  })
}

/** The inverse of `readAccountDocument`, as the provider's tool writes it; without the password. */
export function writeAccountDocument(person: StoredPerson): DocumentMap {
  const { id: localId, email, emailIsPlaceholder, emailVerified, displayName, photoUrl, phoneNumber } = person
  const claims = currentClaims(person)
  return writtenFields({
    localId,
    email: emailIsPlaceholder ? null : email,
    emailVerified,
    displayName,
    photoUrl,
    phoneNumber,
    disabled: person.status === 'suspended',
    customAttributes: Object.keys(claims).length > 0 ? JSON.stringify(claims) : null,
    createdAt: String(person.createdAt.getTime()),
    lastSignedInAt: person.lastActiveAt && String(person.lastActiveAt.getTime()),
  })
}

/** Updates the merchants in the claims, because they grant access in the system that reads them. */
function currentClaims({ claims, merchantIds }: StoredPerson): UserClaims {
  if (claimedMerchants(claims) === null) return claims
  const { merchantIds: _before, ...rest } = claims
  return merchantIds.length === 0 ? rest : { ...rest, merchantIds: [...merchantIds] }
}

/** An imported hash in its original form; empty for our own hashes, which are never exported. */
export function writeOldPassword({ passwordHash }: Pick<StoredPerson, 'passwordHash'>): DocumentMap {
  const borrowed = passwordHash === null ? undefined : readBorrowed(passwordHash)
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return borrowed ? { passwordHash: base64(borrowed.hash), salt: base64(borrowed.salt) } : {}
}

/** Passwords are stored with the account only. */
export function withoutAccountSecrets({ passwordHash: _hash, salt: _salt, ...rest }: DocumentMap): DocumentMap {
  return rest
}

type AdminDocumentRow = typeof adminRecords.$inferInsert
type InvitationDocumentRow = typeof pendingInvitations.$inferInsert

/** `admins/{uid}` (spec §3, §7). New administrators are listed and confirmed before anything is written. */
export function readAdminDocument(document: SourceDocument): DocumentReading<AdminDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { updatedAt } = readDocumentTimes(document, fields)
  const role = fields.line('role', 64)
  if (!role) fields.tell('role', 'missing', 'skipped')
  return fields.reading(role ? { userId: idOf(document), role, updatedAt } : null)
}

/** `pendingInvitations/{uid}` (spec §3). Its link would sign its reader in, so it is not imported. */
export function readInvitationDocument(document: SourceDocument): DocumentReading<InvitationDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt } = readDocumentTimes(document, fields)
  if (fields.has('signInLink')) fields.tell('signInLink', 'secret_dropped', 'note')
  const role = fields.line('role', 64)
  if (!role) fields.tell('role', 'missing', 'skipped')
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

import { readBorrowed } from '@quaff/platform/server/passwords/borrowed-hash'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { writtenFields } from '@quaff/platform/shared/documents/write-fields'
import { claimedMerchants } from '../rules'
import type { UserClaims, users } from './tables'

/** A person as they are exported: in the order of their merchants. */
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

/** Claims that say where somebody works say where that is now: whoever reads them lets the person in there. */
function currentClaims({ claims, merchantIds }: StoredPerson): UserClaims {
  if (claimedMerchants(claims) === null) return claims
  const { merchantIds: _before, ...rest } = claims
  return merchantIds.length === 0 ? rest : { ...rest, merchantIds: [...merchantIds] }
}

/** A hash that the old system made, as it made it; empty for one of ours, which never leaves. */
export function writeOldPassword({ passwordHash }: Pick<StoredPerson, 'passwordHash'>): DocumentMap {
  const borrowed = passwordHash === null ? undefined : readBorrowed(passwordHash)
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  return borrowed ? { passwordHash: base64(borrowed.hash), salt: base64(borrowed.salt) } : {}
}

/** What lets somebody in is kept with the account itself, or nowhere. */
export function withoutAccountSecrets({ passwordHash: _hash, salt: _salt, ...rest }: DocumentMap): DocumentMap {
  return rest
}

import { emailSchema } from '@quaff/platform/server'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  idOf,
  type DocumentReading,
} from '@quaff/platform/shared/documents/read-fields'
import type { UserClaims, users } from './tables'

export type UserDocumentRow = Omit<typeof users.$inferInsert, 'email'> & {
  /** Null: the record has none that is valid, and gets a placeholder (spec §3). */
  email: string | null
  /** In order: the first one is selected after sign-in. */
  merchantIds: string[]
}

/** `users/{id}` of spec §3. */
export function readUserDocument(document: SourceDocument): DocumentReading<UserDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const row: UserDocumentRow = {
    id: idOf(document),
    email: readEmail(fields),
    emailVerified: fields.flag('emailVerified') ?? false,
    displayName: fields.line('displayName'),
    photoUrl: fields.line('photoURL'),
    role: fields.line('role', 64) || 'customer',
    // A state that we do not know stays what it is and reads as blocked.
    status: fields.line('status', 64) || 'active',
    phoneNumber: fields.line('phoneNumber', 64),
    metadata: { ...fields.map('metadata').content() },
    merchantIds: fields.lines('merchantIds', 50),
    applicationId: fields.id('applicationId'),
    rejectionReason: fields.text('rejectionReason', 500),
    lastActiveAt: fields.time('lastActive'),
    statusUpdatedAt: fields.time('statusUpdatedAt'),
    createdAt,
    updatedAt,
  }
  return fields.reading(row)
}

/** The provider's account list; its fields win over the document's. */
export type AccountDocumentRow = {
  id: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  photoUrl: string | null
  phoneNumber: string | null
  isDisabled: boolean
  claims: UserClaims
  /** Hashed by the provider; null: the person sets a new password by an emailed link. */
  password: { hash: string; salt: string } | null
  createdAt: Date | null
  lastActiveAt: Date | null
}

/** Hashes that are none: an emulator's, and what is written to who may not see the real ones ("REDACTED"). */
const noHash = /^(fakeHash:|UkVEQUNURU)/

export function readAccountDocument(document: SourceDocument): DocumentReading<AccountDocumentRow> {
  const fields = FieldReader.of(document.data)
  const [hash, salt] = [fields.line('passwordHash', 1_000), fields.line('salt', 1_000)]
  if (hash && noHash.test(hash)) fields.tell('passwordHash', 'not_a_hash', 'note')
  if (hash && !noHash.test(hash) && !salt) fields.tell('salt', 'missing', 'note')
  if (fields.has('mfaInfo')) fields.tell('mfaInfo', 'not_carried', 'note')
  const row: AccountDocumentRow = {
    id: idOf(document),
    email: readEmail(fields),
    emailVerified: fields.flag('emailVerified') ?? false,
    displayName: fields.line('displayName'),
    photoUrl: fields.line('photoUrl'),
    phoneNumber: fields.line('phoneNumber', 64),
    isDisabled: fields.flag('disabled') ?? false,
    claims: readClaims(fields),
    password: hash && salt && !noHash.test(hash) ? { hash, salt } : null,
    createdAt: fields.time('createdAt'),
    lastActiveAt: fields.time('lastSignedInAt') ?? fields.time('lastLoginAt'),
  }
  if (!row.password && !row.email) fields.tell('email', 'no_way_in', 'note')
  return fields.reading(row)
}

function readEmail(fields: FieldReader) {
  const text = fields.line('email')
  if (!text) return null
  const parsed = emailSchema.safeParse(text)
  return parsed.success ? parsed.data : fields.tell('email', 'not_an_email', 'changed')
}

const claimNames = ['role', 'merchantIds', 'admin', 'quaff_admin', 'isQuaffAdmin'] as const

/** The provider writes them as JSON text. */
function readClaims(fields: FieldReader): UserClaims {
  const text = fields.line('customAttributes', 2_000)
  if (!text) return {}
  try {
    const claims: unknown = JSON.parse(text)
    if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new SyntaxError('no map')
    const existing = FieldReader.of(claims as Record<string, never>)
    const [role, merchantIds] = [existing.line('role', 64), existing.lines('merchantIds', 50)]
    const flags = claimNames.slice(2).filter((name) => existing.flag(name) === true)
    for (const one of existing.problems) fields.problems.push({ ...one, field: `customAttributes.${one.field}` })
    return {
      ...(role ? { role } : {}),
      ...(merchantIds.length > 0 ? { merchantIds } : {}),
      ...Object.fromEntries(flags.map((name) => [name, true])),
    }
  } catch {
    fields.tell('customAttributes', 'not_map', 'changed')
    return {}
  }
}

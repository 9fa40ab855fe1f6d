import {
  type StoredPerson,
  writeAccountDocument,
  writeAdminDocument,
  writeInvitationDocument,
  writeOldPassword,
  writeUserDocument,
} from '@quaff/features/accounts/server'
import type { Transaction } from '@quaff/platform/server/context'
import { isBorrowed } from '@quaff/platform/server/passwords/borrowed-hash'
import type { SourceDocument } from '@quaff/platform/shared/documents/document-values'
import { exportedKind, type ExportedKind } from './exported-kind'
import { findKept, type KeptDocument } from './kept-documents-store'
import { withMerchants } from './people-store'
import { adminPages, invitationPages, personPages } from './row-pages-store'

type Person = StoredPerson & {
  /** What the other of a person's two documents left, the account or the record. */
  other: KeptDocument | undefined
}

/** An account and a record of each person; whoever came with one of them only leaves with it only. */
export function peopleKinds(withHashes: boolean): ExportedKind[] {
  const later = ({ emailIsPlaceholder }: Person, { data }: SourceDocument) =>
    emailIsPlaceholder && typeof data['email'] === 'string'
  return [
    exportedKind<Person>({
      kind: 'accounts',
      rows: (tx) => people(tx, 'users'),
      idOf: ({ id }) => id,
      path: ({ id }, old) => `__auth__/${old('users', id)}`,
      document: (person) => ({ ...writeAccountDocument(person), ...(withHashes ? writeOldPassword(person) : {}) }),
      isLeftOut: (person, kept) => !kept && (person.other ? !hasOwnPassword(person) : person.emailIsPlaceholder),
      isLater: later,
    }),
    exportedKind<Person>({
      kind: 'users',
      rows: (tx) => people(tx, 'accounts'),
      idOf: ({ id }) => id,
      path: ({ id }, old) => `users/${old('users', id)}`,
      document: writeUserDocument,
      isLeftOut: ({ version, other }, kept) => !kept && other?.rowVersion === version,
      isLater: later,
    }),
    exportedKind({
      kind: 'admins',
      rows: adminPages,
      idOf: ({ userId }) => userId,
      path: ({ userId }, old) => `admins/${old('users', userId)}`,
      document: writeAdminDocument,
    }),
    exportedKind({
      kind: 'invitations',
      rows: invitationPages,
      idOf: ({ userId }) => userId,
      path: ({ userId }, old) => `pendingInvitations/${old('users', userId)}`,
      document: writeInvitationDocument,
    }),
  ]
}

const hasOwnPassword = ({ passwordHash }: Person) => passwordHash !== null && !isBorrowed(passwordHash)

/** Whoever was erased stays behind. */
async function* people(tx: Transaction, other: 'users' | 'accounts'): AsyncGenerator<Person[]> {
  for await (const rows of personPages(tx)) {
    const here = rows.filter(({ erasedAt }) => erasedAt === null)
    const others = await findKept(
      tx,
      other,
      here.map(({ id }) => id),
    )
    const found = await withMerchants(tx, here)
    yield found.map((person) => ({ ...person, other: others.get(person.id) }))
  }
}

import { claimedMerchants, resolveRole } from '@quaff/features/accounts/rules'
import {
  findClaims,
  findPeopleVersions,
  findWorkplaces,
  readAccountDocument,
  readAdminDocument,
  readUserDocument,
  type PersonDocumentRow,
  removePeople,
  type StoredPerson,
  withoutAccountSecrets,
  writeAccountDocument,
  writePeople,
  writeUserDocument,
} from '@quaff/features/accounts/server'
import { adminRole, borrowedText, type ImportedRows, type Services, type Transaction } from '@quaff/platform/server'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { FieldProblem, DocumentReading } from '@quaff/platform/shared/documents/read-fields'
import { differingMerchants } from '../../kinds-rules'
import type { ImportOptions } from '../../runs-contract'
import { findLocked, findOwners } from './document-store'
import { type Checked, kindTarget } from './kind-target'
import { findPeople } from './parent-store'

const peopleRows: ImportedRows<PersonDocumentRow> = {
  idOf: ({ id }) => id,
  versions: findPeopleVersions,
  write: async (tx, rows) => (await writePeople(tx, rows)).versions,
  remove: removePeople,
}

/** Accounts are written first, and their email addresses win over those of documents. */
export function peopleTargets({ clock }: Pick<Services, 'clock'>, options: ImportOptions) {
  const rename = (row: PersonDocumentRow, id: string) => ({ ...row, id })
  return {
    accounts: kindTarget({
      read: (document) => readAccount(document, clock.now(), options),
      rows: peopleRows,
      rename,
      stored: storedAs(writeAccountDocument),
      resolve: ({ claims, ...row }, renamed) => {
        const merchantIds = claims?.merchantIds?.map((id) => renamed.merchant(id))
        return { ...row, ...(claims && { claims: { ...claims, ...(merchantIds && { merchantIds }) } }) }
      },
      withoutGone: accountsAgainstDocuments,
      withoutSecrets: withoutAccountSecrets,
    }),
    users: kindTarget({
      read: (document) => readUser(document, options),
      rows: { ...peopleRows, write: async (tx, rows) => peopleRows.write(tx, await withoutWhatAccountsSay(tx, rows)) },
      rename,
      stored: storedAs(writeUserDocument),
      withoutGone: documentsAgainstClaims,
      resolve: (row, renamed) => ({ ...row, merchantIds: row.merchantIds?.map((id) => renamed.merchant(id)) }),
    }),
  }
}

/** An account and a document share one row, so the exported form is read from the database. */
const storedAs = (write: (person: StoredPerson) => DocumentMap) => async (tx: Transaction, ids: readonly string[]) =>
  new Map((await findPeople(tx, ids)).map((person) => [person.id, write(person)] as const))

const idsOf = (rows: readonly PersonDocumentRow[]) => rows.map(({ id }) => id)

async function documentsAgainstClaims(
  tx: Transaction,
  rows: readonly PersonDocumentRow[],
): Promise<Checked<PersonDocumentRow>[]> {
  const claims = await findClaims(tx, idsOf(rows))
  return rows.map((row) => {
    const claimed = claimedMerchants(claims.get(row.id) ?? {})
    return { row, gone: [], problems: claimed === null ? [] : differingMerchants(row.merchantIds ?? [], claimed) }
  })
}

/** Reports merchants that the document gave until now, if the account follows its document. */
async function accountsAgainstDocuments(
  tx: Transaction,
  rows: readonly PersonDocumentRow[],
): Promise<Checked<PersonDocumentRow>[]> {
  const [before, places] = [await findClaims(tx, idsOf(rows)), await findWorkplaces(tx, idsOf(rows))]
  return rows.map((row) => {
    const claimed = claimedMerchants(row.claims ?? {})
    const isFirst = claimedMerchants(before.get(row.id) ?? {}) === null
    return { row, gone: [], problems: claimed && isFirst ? differingMerchants(places.get(row.id) ?? [], claimed) : [] }
  })
}

/** An account, if there is one, decides about the email address and about a disabled sign-in. */
async function withoutWhatAccountsSay(
  tx: Transaction,
  rows: readonly PersonDocumentRow[],
): Promise<PersonDocumentRow[]> {
  const owners = await findOwners(
    tx,
    'accounts',
    rows.map(({ id }) => id),
  )
  const locked = await findLocked(tx, [...owners.keys()])
  return rows.map((row) => {
    if (!owners.has(row.id)) return row
    const { email: _email, emailVerified: _verified, ...rest } = row
    return locked.has(row.id) ? { ...rest, status: 'suspended' } : rest
  })
}

function readAccount(
  document: SourceDocument,
  now: Date,
  { grantsAdmins, hashConfigId }: ImportOptions,
): DocumentReading<PersonDocumentRow> {
  const reading = readAccountDocument(document)
  if (!reading.row) return { ...reading, row: null }
  const { id, email, emailVerified, photoUrl, phoneNumber, claims, lastActiveAt, password } = reading.row
  const isAdmin = resolveRole({ claims, adminRecordRole: null }) === adminRole
  const isGranted = !isAdmin || grantsAdmins
  const createdAt = reading.row.createdAt ?? now
  const person = { id, email, emailVerified, photoUrl, phoneNumber, lastActiveAt, createdAt, updatedAt: createdAt }
  const row: PersonDocumentRow = {
    ...person,
    claims: isGranted ? claims : {},
    ...(password && hashConfigId ? { passwordHash: borrowedText({ configId: hashConfigId, ...password }) } : {}),
    ...(reading.row.displayName === null ? {} : { displayName: reading.row.displayName }),
    ...(reading.row.isDisabled ? { status: 'suspended' } : {}),
  }
  // A later document must not unlock a disabled account.
  const rest = reading.row.isDisabled ? { ...reading.rest, disabled: true } : reading.rest
  return { row, rest, problems: isGranted ? reading.problems : [...reading.problems, notGranted('claims')] }
}

function readUser(document: SourceDocument, { grantsAdmins }: ImportOptions): DocumentReading<PersonDocumentRow> {
  const reading = readUserDocument(document)
  if (reading.row?.role !== adminRole || grantsAdmins) return reading
  const row = { ...reading.row, role: 'customer' }
  return { ...reading, row, problems: [...reading.problems, notGranted('role')] }
}

const notGranted = (field: string): FieldProblem => ({
  field,
  fault: 'not_granted',
  level: 'changed',
  shown: adminRole,
})

/** Skips the record unless the operator has confirmed the list of administrators. */
export function readGrantedAdmin(document: SourceDocument, { grantsAdmins }: ImportOptions) {
  const reading = readAdminDocument(document)
  if (reading.row?.role !== adminRole || grantsAdmins) return reading
  return {
    ...reading,
    row: null,
    problems: [...reading.problems, { ...notGranted('role'), level: 'skipped' as const }],
  }
}

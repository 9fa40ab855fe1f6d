import { headingKey } from '@quaff/platform/shared/csv-format'
import type { ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import { mappedKinds, type IdCounts, type MappedKind, type RelationErrorCode } from './report-contract'

/** Document kinds (spec §7), in the order of writing. */
export const documentKinds = [
  'accounts',
  'users',
  'admins',
  'invitations',
  'merchants',
  'applications',
  'locations',
  'plans',
  'prices',
  'promotions',
  'subscriptions',
  'redemptions',
  'activity',
  'pictures',
  'audit',
] as const
export type DocumentKind = (typeof documentKinds)[number]
/** Kinds in tables of counts. `unreadable` counts lines that name no known collection. */
export const countedKinds = [...documentKinds, 'unreadable'] as const
export type CountedKind = (typeof countedKinds)[number]

/** The old audit log is not imported, because audit entries cannot be undone (decision 0044). */
export type WrittenKind = Exclude<DocumentKind, 'audit'>
/** Kinds whose documents become rows. A picture is a file that a merchant's document names. */
export type RowKind = Exclude<WrittenKind, 'pictures'>
export const writtenKinds = documentKinds.filter((kind): kind is WrittenKind => kind !== 'audit')

/** Returns true if a run with chosen kinds leaves this kind out. */
export const isLeftOut = (kind: DocumentKind | null, only: readonly WrittenKind[] | null | undefined): boolean =>
  !!only && !only.some((one) => one === kind)

const places: Readonly<Record<string, DocumentKind>> = {
  __auth__: 'accounts',
  users: 'users',
  admins: 'admins',
  pendingInvitations: 'invitations',
  merchants: 'merchants',
  merchantApplications: 'applications',
  'merchants/locations': 'locations',
  locations: 'locations',
  'merchants/subscriptionPlans': 'plans',
  'merchants/subscriptionPlans/prices': 'prices',
  'merchants/promotions': 'promotions',
  'users/subscriptions': 'subscriptions',
  subscriptions: 'subscriptions',
  'users/redemptions': 'redemptions',
  redemptions: 'redemptions',
  userActivity: 'activity',
  __pictures__: 'pictures',
  adminAuditLogs: 'audit',
}

/** "merchants/m1/locations/l1" → "merchants/locations" */
export const collectionOf = (path: string) =>
  path
    .split('/')
    .filter((_name, index) => index % 2 === 0)
    .join('/')

/** Returns null for a collection that the specification does not list. Its documents are stored unchanged. */
export const kindOf = (collection: string): DocumentKind | null =>
  Object.hasOwn(places, collection) ? (places[collection] ?? null) : null

export const kindLabels = {
  accounts: 'Accounts',
  users: 'Users',
  admins: 'Administrators',
  invitations: 'Invitations',
  merchants: 'Merchants',
  applications: 'Applications',
  locations: 'Locations',
  plans: 'Plans',
  prices: 'Prices',
  promotions: 'Promotions',
  subscriptions: 'Subscriptions',
  redemptions: 'Redemptions',
  activity: 'User activity',
  pictures: 'Pictures',
  audit: 'Audit log',
  unreadable: 'Unreadable',
} as const satisfies Record<CountedKind, string>

/** Columns of an ID file. All other columns are ignored. */
export const idColumns = ['document', 'id'] as const

/** Recognizes an ID file by its header. Columns are separated by comma, semicolon or tab. */
export function isIdTable(text: string): boolean {
  const [line = ''] = text.split(/\r?\n/, 1)
  const names = line.split(/[,;\t]/).map((cell) => headingKey(cell.replaceAll('"', '')))
  return idColumns.every((column) => names.includes(column))
}

const ofPeople: readonly DocumentKind[] = ['accounts', 'users', 'admins', 'invitations']

/** Returns the kind whose ids share one namespace. All documents of a person share `users`. */
export const groupOf = (kind: DocumentKind): DocumentKind => (ofPeople.includes(kind) ? 'users' : kind)

/** Returns the path that the id of a document is recorded under. All documents of a person share one. */
export function mappedPath(kind: DocumentKind, path: string): string {
  return groupOf(kind) === 'users' ? `users/${path.split('/').at(-1) ?? ''}` : path
}

/** Returns null for a document that no other document refers to. An account maps to its person. */
export function mappedKindOf(path: string): MappedKind | null {
  const kind = kindOf(collectionOf(path))
  return mappedKinds.find((one) => one === (kind === 'accounts' ? 'users' : kind)) ?? null
}

/** Returns one sentence for each count that is not zero. */
export function idLines({ id_given, id_leads, id_waits, id_other, wrong }: IdCounts): string[] {
  const countLine = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : more}`]
  return [
    ...countLine(id_given, 'document gets the ID from the ID file', 'documents get the IDs from the ID file'),
    ...countLine(id_leads, 'document linked to an existing record', 'documents linked to existing records'),
    ...countLine(id_waits, 'ID kept for a document that’s not here yet', 'IDs kept for documents that aren’t here yet'),
    ...countLine(
      id_other,
      'line ignored: its document has another ID',
      'lines ignored: their documents have other IDs',
    ),
    ...countLine(wrong, 'line is invalid, so nothing is written', 'lines are invalid, so nothing is written'),
  ]
}

type Difference = { field: string; fault: RelationErrorCode; level: ProblemLevel; shown: string }

/**
 * Compares the merchants in a person's document with the account's claims, which win (spec §6). A document without
 * merchants reports nothing.
 */
export function differingMerchants(named: readonly string[], claimed: readonly string[]): Difference[] {
  const field = 'merchantIds'
  const [beyond, lacking] = [named.filter((id) => !claimed.includes(id)), claimed.filter((id) => !named.includes(id))]
  const differences: Difference[] = []
  if (beyond.length > 0) differences.push({ field, fault: 'beyond_claims', level: 'changed', shown: beyond.join(', ') })
  if (named.length > 0 && lacking.length > 0)
    differences.push({ field, fault: 'short_of_claims', level: 'note', shown: lacking.join(', ') })
  return differences
}

import { headingKey } from '@quaff/platform/shared/csv'
import { type IdCounts, type MappedKind, mappedKinds } from './ids-contract'
import { collectionOf, type DocumentKind, kindOf } from './kinds-rules'

/** The names of the two columns; all others are passed over. */
export const idColumns = ['document', 'id'] as const

/** By its first line a file is known that gives ids, whatever separates its columns. */
export function isIdTable(text: string): boolean {
  const [line = ''] = text.split(/\r?\n/, 1)
  const names = line.split(/[,;\t]/).map((cell) => headingKey(cell.replaceAll('"', '')))
  return idColumns.every((column) => names.includes(column))
}

const ofPeople: readonly DocumentKind[] = ['accounts', 'users', 'admins', 'invitations']

/** Ids are unique within these, and nothing else is named by them. */
export const groupOf = (kind: DocumentKind): DocumentKind => (ofPeople.includes(kind) ? 'users' : kind)

/** Where the id of a document is noted: all that is a person's by their document. */
export function mappedPath(kind: DocumentKind, path: string): string {
  return groupOf(kind) === 'users' ? `users/${path.split('/').at(-1) ?? ''}` : path
}

/** Null of a document that no other one names. An account is its person. */
export function mappedKindOf(path: string): MappedKind | null {
  const kind = kindOf(collectionOf(path))
  return mappedKinds.find((one) => one === (kind === 'accounts' ? 'users' : kind)) ?? null
}

/** A sentence for each thing that lines do. */
export function idLines({ id_given, id_leads, id_waits, id_other, wrong }: IdCounts): string[] {
  const told = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : more}`]
  return [
    ...told(id_given, 'document gets the ID from the ID file', 'documents get the IDs from the ID file'),
    ...told(id_leads, 'document linked to an existing record', 'documents linked to existing records'),
    ...told(id_waits, 'ID kept for a document that’s not here yet', 'IDs kept for documents that aren’t here yet'),
    ...told(id_other, 'line ignored: its document has another ID', 'lines ignored: their documents have other IDs'),
    ...told(wrong, 'line is invalid, so nothing is written', 'lines are invalid, so nothing is written'),
  ]
}

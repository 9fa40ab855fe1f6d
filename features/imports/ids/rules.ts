import { headingKey } from '@quaff/platform/shared/csv'
import { collectionOf, type DocumentKind, kindOf } from '../kinds/rules'
import { type IdCounts, type MappedKind, mappedKinds } from './contract'

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
    ...told(id_given, 'document has the id that a line gives', 'documents have the ids that lines give'),
    ...told(
      id_leads,
      'document stays behind, and leads to what is here',
      'documents stay behind, and lead to what is here',
    ),
    ...told(
      id_waits,
      'id waits for a document that is not among these',
      'ids wait for documents that are not among these',
    ),
    ...told(
      id_other,
      'line does nothing: its document has another id',
      'lines do nothing: their documents have other ids',
    ),
    ...told(wrong, 'line can’t be taken, and nothing is written', 'lines can’t be taken, and nothing is written'),
  ]
}

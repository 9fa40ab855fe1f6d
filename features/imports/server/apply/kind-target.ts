import type { ImportedRows, Transaction } from '@quaff/platform/server'
import type { DocumentMap, SourceDocument } from '@quaff/platform/shared/documents/document-values'
import type { FieldProblem, DocumentReading } from '@quaff/platform/shared/documents/read-fields'
import type { ProblemCode, RelationErrorCode } from '../../report-contract'
import type { RenamedIds } from './renamed-ids'

/** A parent that a row needs, and how a missing one is reported. */
export type Parent = { id: string; fault: RelationErrorCode } & (
  | { kind: 'merchants' | 'users' }
  /** The id is unique within this merchant. */
  | { kind: 'plans' | 'locations'; merchantId: string }
  /** The id is unique within this person. */
  | { kind: 'subscriptions'; userId: string | null }
)

/** A reference to a missing record, which is left out. `field` is the field of the document. */
export type GoneReference = { field: string; fault: RelationErrorCode }
/** `problems`: further problems of a row. */
export type Checked<Row> = { row: Row; gone: readonly GoneReference[]; problems?: readonly DocumentProblem[] }
type DocumentProblem = Omit<FieldProblem, 'fault'> & { fault: ProblemCode }

export type ReadyRow = {
  id: string
  /** The time of rows whose key includes it. */
  at: Date | null
  row: object
  problems: readonly DocumentProblem[]
  rest: DocumentMap
  parents: readonly Parent[]
}

/** The key of a row as an import recorded it. */
export type RowKey = { rowId: string; rowAt: Date | null }

/** Locks and removes rows. `importedRows` implements it for rows with an id. */
type KeyedRows = {
  versions(tx: Transaction, keys: readonly RowKey[]): Promise<Map<string, number | null>>
  /** The caller must have compared the versions in the same transaction. */
  remove(tx: Transaction, keys: readonly (RowKey & { path: string })[]): Promise<void>
}

/** Reads documents of one kind and writes their rows. */
export type KindTarget = KeyedRows & {
  /** A null row is skipped; the problems say why. */
  read(document: SourceDocument, renamed: RenamedIds): ReadyRow | { row: null; problems: readonly FieldProblem[] }
  withId(ready: ReadyRow, id: string): ReadyRow
  write(tx: Transaction, rows: readonly object[]): Promise<Map<string, number | null>>
  /** Returns the rows in order, without references to missing records. */
  withoutGone(tx: Transaction, rows: readonly ReadyRow[]): Promise<Checked<ReadyRow>[]>
  /** Returns the documents that an export would write for these rows, by id. */
  documents(tx: Transaction, rows: readonly ReadyRow[]): Promise<Map<string, DocumentMap>>
  /** Returns the part of a document that is stored beside its row. */
  withoutSecrets(data: DocumentMap): DocumentMap
  /**
   * Returns existing rows of kinds without versions, whose write function decides what to replace. Null for other
   * kinds.
   */
  there: ((tx: Transaction, rows: readonly ReadyRow[]) => Promise<ReadonlySet<string>>) | null
  /** Reports on existing rows, whether or not their documents have changed. */
  stays(tx: Transaction, rowIds: readonly string[]): Promise<void>
}

type Definition<Row extends object> = {
  read(document: SourceDocument): DocumentReading<Row>
  rename(row: Row, id: string): Row
  /** Replaces ids of the old system with the ids of related rows here. */
  resolve?(row: Row, renamed: RenamedIds, document: SourceDocument): Row
  /** Expects a resolved row. */
  parents?(row: Row, renamed: RenamedIds, document: SourceDocument): readonly Parent[]
  withoutGone?(tx: Transaction, rows: readonly Row[]): Promise<Checked<Row>[]>
  withoutSecrets?(data: DocumentMap): DocumentMap
  there?: (tx: Transaction, rows: readonly Row[]) => Promise<ReadonlySet<string>>
  stays?: KindTarget['stays']
} & Inverse<Row> &
  (
    | { rows: ImportedRows<Row> }
    /** The key includes the time. */
    | { rows: Pick<ImportedRows<Row>, 'idOf' | 'write'>; at(row: Row): Date; keyed: KeyedRows }
  )

/** Returns the exported form of a row: from the row, or from the database if several documents share it. */
type Inverse<Row> =
  | { document(row: Row): DocumentMap }
  | { stored(tx: Transaction, ids: readonly string[]): Promise<Map<string, DocumentMap>> }

/** The only place where a row loses its type: `write` gets the rows that `read` of the same kind returned. */
export function kindTarget<Row extends object>(definition: Definition<Row>): KindTarget {
  const { read, rows, rename, resolve = (row) => row, parents = () => [] } = definition
  const { there, stays = async () => {}, withoutSecrets = (data: DocumentMap) => data } = definition
  const ready = (row: Row, about: Pick<ReadyRow, 'problems' | 'rest' | 'parents'>): ReadyRow => ({
    id: rows.idOf(row),
    at: 'at' in definition ? definition.at(row) : null,
    row,
    problems: about.problems,
    rest: about.rest,
    parents: about.parents,
  })
  return {
    ...('keyed' in definition ? definition.keyed : keyedById(definition.rows)),
    there: there
      ? (tx, found) =>
          there(
            tx,
            found.map(({ row }) => row as Row),
          )
      : null,
    read(document, renamed) {
      const reading = read(document)
      if (reading.row === null) return { row: null, problems: reading.problems }
      const row = resolve(reading.row, renamed, document)
      return ready(row, { ...reading, parents: parents(row, renamed, document) })
    },
    async withoutGone(tx, found) {
      if (!definition.withoutGone) return found.map((row) => ({ row, gone: [] }))
      const checked = await definition.withoutGone(
        tx,
        found.map(({ row }) => row as Row),
      )
      return found.map((one, index) => ({
        row: {
          ...one,
          row: checked[index]?.row ?? one.row,
          problems: [...one.problems, ...(checked[index]?.problems ?? [])],
        },
        gone: checked[index]?.gone ?? [],
      }))
    },
    withId: (found, id) => ready(rename(found.row as Row, id), found),
    async documents(tx, written) {
      if ('document' in definition) return new Map(written.map(({ id, row }) => [id, definition.document(row as Row)]))
      const ids = written.map(({ id }) => id)
      return definition.stored(tx, ids)
    },
    withoutSecrets,
    stays,
    write: (tx, written) => rows.write(tx, written as readonly Row[]),
  }
}

function keyedById({ versions, remove }: Pick<ImportedRows<never>, 'versions' | 'remove'>): KeyedRows {
  const idsOf = (keys: readonly RowKey[]) => [...new Set(keys.map(({ rowId }) => rowId))]
  return { versions: (tx, keys) => versions(tx, idsOf(keys)), remove: (tx, keys) => remove(tx, idsOf(keys)) }
}

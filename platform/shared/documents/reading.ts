import type { DocumentMap, SourceDocument } from './document-values'
import type { FieldProblem } from './read-fields'

/** What one document becomes; null where it can't come over, and a problem of level `aside` says why. */
export type DocumentReading<Row> = {
  row: Row | null
  problems: readonly FieldProblem[]
  /** What nobody asked for, at any depth: it has no home in the row. */
  rest: DocumentMap
}

/** "merchants/m1/locations/l1" → "l1" */
export const idOf = ({ path }: SourceDocument) => path.slice(path.lastIndexOf('/') + 1)

/** The id of the document that this one lies under: "merchants/m1/locations/l1" → "m1"; null at the top. */
export const parentIdOf = ({ path }: SourceDocument) => path.split('/').at(-3) ?? null

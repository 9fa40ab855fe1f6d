import type { DocumentMap, SourceDocument } from './document-values'
import type { FieldProblem } from './read-fields'

/** The row of a document. If it is null, a problem of level `skipped` gives the reason. */
export type DocumentReading<Row> = {
  row: Row | null
  problems: readonly FieldProblem[]
  /** Fields that were not read, at any depth. The row has no column for them. */
  rest: DocumentMap
}

/** "merchants/m1/locations/l1" → "l1" */
export const idOf = ({ path }: SourceDocument) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the id of the parent document, or null at the top level: "merchants/m1/locations/l1" → "m1" */
export const parentIdOf = ({ path }: SourceDocument) => path.split('/').at(-3) ?? null

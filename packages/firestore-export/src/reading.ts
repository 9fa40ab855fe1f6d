import type { DocumentErrorCode } from './errors.js'
import type { SourceDocument } from './values.js'

/** The place in the file: a line or a record, from 1. */
export type Place = { line: number } | { record: number } | null

/** One document, or its error; the reading continues after it. */
export type Read =
  | { document: SourceDocument; place: Place }
  | { fault: DocumentErrorCode; path: string | null; place: Place }

export type Chunks = AsyncIterable<Buffer>

import type { DocumentFault } from './errors'
import type { SourceDocument } from './values'

/** Where something stands in its file: a line from 1, a record from 1. */
export type Place = { line: number } | { record: number } | null

/** What a reader of documents finds, one by one. A fault is of one document; the reading goes on behind it. */
export type Read =
  | { document: SourceDocument; place: Place }
  | { fault: DocumentFault; path: string | null; place: Place }

export type Chunks = AsyncIterable<Buffer>

import type { DocumentOutcome } from './contract'

/** What an earlier run left of a document. */
export type KnownDocument = { hash: string; rowId: string; rowVersion: number | null }

export type DocumentFacts = {
  known: KnownDocument | null
  hash: string
  /** Version of the row that it would become: undefined where there is none, null where rows have none. */
  current: number | null | undefined
  /** The row belongs to another document of the old system. */
  isTaken: boolean
}

export type DocumentDecision = Extract<DocumentOutcome, 'created' | 'updated' | 'same' | 'kept'> | 'renamed'

/**
 * What becomes of a document. One that did not change writes nothing; what was edited or deleted here since stays as it is
 * here; a row that no import made is never replaced.
 */
export function decideDocument({ known, hash, current, isTaken }: DocumentFacts): DocumentDecision {
  if (!known) {
    if (current === undefined) return 'created'
    return isTaken ? 'renamed' : 'kept'
  }
  if (known.hash === hash) return 'same'
  if (current === undefined) return 'kept'
  return current === null || current === known.rowVersion ? 'updated' : 'kept'
}

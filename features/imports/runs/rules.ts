import type { UndoFault } from '../contract'
import type { DocumentOutcome, StopReason } from './contract'

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

export type UndoFacts = {
  /** This run made the row, and no other one is behind it. */
  isOwn: boolean
  /** No later run that still stands has changed it. */
  isLast: boolean
  /** Version of the row as imports left it, and as it is now: undefined where it is gone. */
  left: number | null
  current: number | null | undefined
}

/**
 * What becomes of a row when its import is taken back, by itself alone. One that somebody has deleted stays noted, so that no
 * later import brings it back.
 */
export function undoVerdict({ isOwn, isLast, left, current }: UndoFacts): 'removed' | 'gone' | UndoFault {
  if (current === undefined) return 'gone'
  if (!isOwn) return 'only_changed'
  if (!isLast) return 'later_import'
  return current === left ? 'removed' : 'edited_here'
}

const reasonsByCode: readonly [RegExp, StopReason][] = [
  [/^SERVER_ENDS$/, 'ended'],
  [/^(ENOSPC|EDQUOT|53100)$/, 'disk'],
  // Connections that fail or are closed (SQLSTATE 08 and 57), and those of the network.
  [/^(08...|57...|ECONN[A-Z]+|ETIMEDOUT|EPIPE|ENOTFOUND)$/, 'database'],
  [/^SPOOL_GONE$/, 'files_gone'],
]

/** By the code of the error or of what caused it; messages may hold values. */
export function stopReasonOf(error: unknown): StopReason {
  if (!(error instanceof Error)) return 'fault'
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : null
  const code = reason ?? ('code' in error && typeof error.code === 'string' ? error.code : '')
  const found = reasonsByCode.find(([shape]) => shape.test(code))
  if (found) return found[1]
  if (reason !== null) return 'refused'
  return error.cause === undefined ? 'fault' : stopReasonOf(error.cause)
}

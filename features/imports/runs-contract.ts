import type { CountedKind, DocumentKind, WrittenKind } from './kinds-rules'
import type { Comparison, MoneyAnswers } from './report-contract'

/**
 * `reading`: documents are sorted; `checked`: nothing is written yet; `writing`: documents are written; `stopped`: the run
 * was interrupted.
 */
export const importStates = ['reading', 'checked', 'writing', 'stopped', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * Why an unfinished run stopped. `ended`: the server shut down. Without a reason the process was killed or lost the
 * database.
 */
export const stopReasons = ['ended', 'database', 'disk', 'files_gone', 'refused', 'forgotten', 'fault'] as const
export type StopReason = (typeof stopReasons)[number]

export type ImportOptions = MoneyAnswers & {
  /** ISO instant: periods that start before it were charged by the old system, and are not charged again. */
  paidUntil: string | null
  /** Administrators of the old system become administrators here. */
  grantsAdmins: boolean
  /** Id of the settings that check old passwords; null: passwords are not imported. */
  hashConfigId: string | null
  /** Writes what could be read of a damaged or incomplete source. */
  takesDamaged?: boolean
  /** The kinds to write; null, or absent in older runs: all. */
  only?: readonly WrittenKind[] | null
}

/** Options for reading documents. */
export type ReadingOptions = Pick<ImportOptions, 'only' | 'amounts' | 'currency'>

/** Outcomes of the documents of a kind. Their counts add up to the documents read. */
export const documentOutcomes = ['created', 'updated', 'same', 'kept', 'skipped'] as const
export type DocumentOutcome = (typeof documentOutcomes)[number]
export type RunCounts = { [Kind in CountedKind]?: Record<DocumentOutcome, number> }

/** Outcomes of the rows of a run that was undone; `gone`: already deleted here. */
export const undoOutcomes = ['removed', 'gone', 'kept'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]
export type UndoCounts = { [Kind in CountedKind]?: Record<UndoOutcome, number> }

export const importLimits = {
  /** Documents per transaction. */
  batch: 500,
  /** Redemptions are small and many. */
  redemptionBatch: 2_000,
  /** Each is stored before its transaction. */
  pictureBatch: 1,
} as const

/** A run as lists and command output show it. */
export type RunDetails = {
  id: string
  state: ImportState
  source: string
  counts: RunCounts
  undoCounts: UndoCounts
  comparison: Comparison | null
  stopReason: StopReason | null
  startedAt: Date
}

/** `lines`: NDJSON without loss; `tree`: the format of `node-firestore-import-export`. */
const exportForms = ['lines', 'tree'] as const
export type ExportForm = (typeof exportForms)[number]

export type ExportCounts = {
  documents: Partial<Record<DocumentKind | 'others', number>>
  files: number
  /** Documents with values that the format can't express. */
  inexact: number
  /** Files that a row names but the file storage lacks. */
  missingFiles: string[]
}

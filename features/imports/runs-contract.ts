import type { CountedKind, DocumentKind, WrittenKind } from './kinds-rules'
import type { Comparison, MoneyAnswers } from './report-contract'

/**
 * `reading`: documents are put in order; `checked`: they lie ready, and nothing of them is here; `writing`: they come over;
 * `stopped`: something kept it from going on.
 */
export const importStates = ['reading', 'checked', 'writing', 'stopped', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * Why nobody works on a run that is not over. `ended`: the server was asked to end. Without one whoever worked on it had no
 * time to say so: killed, or cut off from the database.
 */
export const stopReasons = ['ended', 'database', 'disk', 'files_gone', 'refused', 'forgotten', 'fault'] as const
export type StopReason = (typeof stopReasons)[number]

export type ImportOptions = MoneyAnswers & {
  /** ISO instant: periods that start before it were charged by the old system, and are not charged again. */
  paidUntil: string | null
  /** Whoever the old system names an administrator becomes one here. */
  grantsAdmins: boolean
  /** Names the settings with which old passwords are checked; null: they stay behind. */
  hashConfigId: string | null
  /** Writes what could be read of a damaged or incomplete source. */
  takesDamaged?: boolean
  /** Nothing else is written; null, or absent of runs before there was a choice: all of it. */
  only?: readonly WrittenKind[] | null
}

/** What decides how documents are read, before anything is written. */
export type ReadingOptions = Pick<ImportOptions, 'only' | 'amounts' | 'currency'>

/** What became of the documents of a kind; the five add up to what was read. */
export const documentOutcomes = ['created', 'updated', 'same', 'kept', 'aside'] as const
export type DocumentOutcome = (typeof documentOutcomes)[number]
export type RunCounts = { [Kind in CountedKind]?: Record<DocumentOutcome, number> }

/** What became of the rows that a run had made, when it was taken back; `gone`: deleted here before. */
export const undoOutcomes = ['removed', 'gone', 'kept'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]
export type UndoCounts = { [Kind in CountedKind]?: Record<UndoOutcome, number> }

export const importLimits = {
  /** Documents of one transaction. */
  batch: 500,
  /** Of redemptions, which are small and many. */
  redemptionBatch: 2_000,
  /** Each is stored before its transaction. */
  pictureBatch: 1,
} as const

/** A run as lists and the end of a command show it. */
export type RunFacts = {
  id: string
  state: ImportState
  source: string
  counts: RunCounts
  undoCounts: UndoCounts
  comparison: Comparison | null
  stopReason: StopReason | null
  startedAt: Date
}

/** `lines`: one document a line, and nothing is lost; `tree`: as `node-firestore-import-export` reads and writes it. */
const exportForms = ['lines', 'tree'] as const
export type ExportForm = (typeof exportForms)[number]

/** What an export has written. */
export type ExportCounts = {
  documents: Partial<Record<DocumentKind | 'others', number>>
  files: number
  /** Documents with something that the form has no words for. */
  inexact: number
  /** Files that a row names and the store does not have. */
  missingFiles: string[]
}

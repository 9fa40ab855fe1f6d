import { withoutControls } from '@quaff/platform/shared/readable-text'
import { comparisonLines } from './figures-rules'
import { type CountedKind, countedKinds, kindLabels } from './kinds-rules'
import type { CheckReport, ImportProblem, UndoErrorCode } from './report-contract'
import { errorMessages, isDamaged, stateMessages, stopText } from './report-rules'
import {
  type DocumentOutcome,
  documentOutcomes,
  type ImportOptions,
  type RunDetails,
  type StopReason,
  undoOutcomes,
} from './runs-contract'

/** An earlier run's record of a document. */
export type KnownDocument = { hash: string; rowId: string; rowVersion: number | null }

export type DocumentDetails = {
  known: KnownDocument | null
  hash: string
  /** Version of the target row: undefined if it does not exist, null if rows have no version. */
  current: number | null | undefined
  /** The row belongs to another document of the old system. */
  isTaken: boolean
}

export type DocumentDecision = Extract<DocumentOutcome, 'created' | 'updated' | 'same' | 'kept'> | 'renamed'

/**
 * Returns the outcome of a document. An unchanged document writes nothing. Rows stay if they were edited or deleted
 * here, or if no import created them.
 */
export function decideDocument({ known, hash, current, isTaken }: DocumentDetails): DocumentDecision {
  if (!known) {
    if (current === undefined) return 'created'
    return isTaken ? 'renamed' : 'kept'
  }
  if (known.hash === hash) return 'same'
  if (current === undefined) return 'kept'
  return current === null || current === known.rowVersion ? 'updated' : 'kept'
}

export type UndoDetails = {
  /** This run created the row, and no other run changed it. */
  isOwn: boolean
  /** No later run, unless undone, has changed it. */
  isLast: boolean
  /** Version of the row after the import and now; undefined if it was deleted. */
  left: number | null
  current: number | null | undefined
}

/**
 * Returns the outcome of a row when its import is undone. A row that was deleted here stays recorded, so that no later import
 * creates it again.
 */
export function undoVerdict({ isOwn, isLast, left, current }: UndoDetails): 'removed' | 'gone' | UndoErrorCode {
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

/** Decides by the code of the error or its cause, because messages may contain values. */
export function stopReasonOf(error: unknown): StopReason {
  if (!(error instanceof Error)) return 'fault'
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : null
  const code = reason ?? ('code' in error && typeof error.code === 'string' ? error.code : '')
  const found = reasonsByCode.find(([shape]) => shape.test(code))
  if (found) return found[1]
  if (reason !== null) return 'refused'
  return error.cause === undefined ? 'fault' : stopReasonOf(error.cause)
}

const number = new Intl.NumberFormat('en-US')

/** Returns the counts of written and undone documents, one line per kind. */
export function runLines({ id, state, counts, undoCounts, comparison }: RunDetails): string[] {
  const undone = outcomeLines(undoOutcomes, undoCounts)
  const read = withRead(counts)
  return [
    '',
    `Run ${id}: ${stateMessages[state]}`,
    ...outcomeLines(['read', ...documentOutcomes], read),
    ...(undone.length > 1 ? ['', 'Undone', ...undone] : []),
    ...(comparison && state === 'done' ? comparisonLines(comparison) : []),
  ]
}

type Counts<Name extends string> = { [Kind in CountedKind]?: Record<Name, number> }

/** Adds up the outcomes of each kind. */
function withRead(counts: RunDetails['counts']) {
  const all: Counts<DocumentOutcome | 'read'> = {}
  for (const kind of countedKinds) {
    const outcomes = counts[kind]
    if (outcomes) all[kind] = { ...outcomes, read: documentOutcomes.reduce((sum, name) => sum + outcomes[name], 0) }
  }
  return all
}

/** Returns a header line and one line for each kind with counts. */
function outcomeLines<Name extends string>(names: readonly Name[], counts: Counts<Name>) {
  const cells = (first: string, rest: readonly string[]) =>
    `  ${first.padEnd(20)}${rest.map((cell) => cell.padStart(12)).join('')}`
  const lines = countedKinds.flatMap((kind) => {
    const outcomes = counts[kind]
    if (!outcomes) return []
    const texts = names.map((name) => number.format(outcomes[name]))
    return [cells(kindLabels[kind], texts)]
  })
  const headings: Readonly<Record<string, string>> = { skipped: 'skipped', same: 'unchanged' }
  return [
    cells(
      '',
      names.map((name) => headings[name] ?? name),
    ),
    ...lines,
  ]
}

type KeptProblem = Pick<ImportProblem, 'path' | 'fault'>
const shownKept = 200

/** Lists the documents that an undo left in place, with the reason. */
export function keptLines(runId: string, kept: readonly KeptProblem[]): string[] {
  if (kept.length === 0) return []
  const more = kept.length - shownKept
  return [
    '',
    'Kept',
    ...kept.slice(0, shownKept).map(({ path, fault }) => withoutControls(`  ${path ?? ''}: ${errorMessages[fault]}`)),
    ...(more > 0 ? [`  … and ${number.format(more)} more: npm run import -- report ${runId} --json`] : []),
  ]
}

/** The old audit log is never written, and a picture is a file: neither is a skipped document. */
const notSkipped: readonly CountedKind[] = ['audit', 'pictures']

/** Counts the documents that the check says are skipped. */
export const skippedByCheck = ({ collections }: Pick<CheckReport, 'collections'>): number =>
  collections.reduce((sum, { kind, skipped }) => (kind && notSkipped.includes(kind) ? sum : sum + skipped), 0)

/** Counts the documents that a run has skipped. Records of administrators who were not granted are the operator's choice. */
export function skippedByRun({ counts, options }: { counts: RunDetails['counts']; options: ImportOptions }): number {
  const chosen: readonly CountedKind[] = options.grantsAdmins ? notSkipped : [...notSkipped, 'admins']
  return countedKinds.reduce((sum, kind) => (chosen.includes(kind) ? sum : sum + (counts[kind]?.skipped ?? 0)), 0)
}

/** Returns the last line of an incomplete import, or null if the import is complete. */
export function incompleteText(report: CheckReport, skipped: number): string | null {
  const { files, exports, problems } = report
  const damaged = files.filter(({ fault }) => fault !== null).length
  const short = exports.filter(({ says, found }) => says !== found).length
  const texts = [
    ...(damaged > 0 ? [`${of(damaged, 'file')} couldn’t be read completely; later documents are missing.`] : []),
    ...(short > 0 ? [`${of(short, 'export')} with a different document count than was read.`] : []),
    ...(isDamaged(report) ? ['All totals cover the readable part only.'] : []),
    ...(skipped > 0 ? [`${of(skipped, 'document')} ${skipped === 1 ? 'was' : 'were'} skipped; see the problems.`] : []),
  ]
  if (texts.length === 0 && problems.some(({ level }) => level === 'skipped'))
    texts.push('Some data was skipped; see the problems.')
  return texts.length === 0 ? null : `Incomplete: ${texts.join(' ')}`
}

const of = (count: number, noun: string) => `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** Returns one line per run. */
export function runsLines(runs: readonly RunDetails[]): string[] {
  if (runs.length === 0) return ['No imports yet.']
  return runs.map(({ id, state, source, startedAt, stopReason }) => {
    const at = startedAt.toISOString().slice(0, 16).replace('T', ' ')
    const why = stopReason === null ? [] : [stopText(stopReason)]
    return [at, id, stateMessages[state].padEnd(22), source, ...why].join('  ')
  })
}

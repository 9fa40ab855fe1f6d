import { withoutControls } from '@quaff/platform/shared/readable-text'
import { countedKinds, documentKinds, idLines, kindLabels, type DocumentKind } from './kinds-rules'
import { moneyLines } from './money-rules'
import {
  sourceLabels,
  type CheckReport,
  type CollectionCount,
  type ProblemCode,
  type ProblemGroup,
  type SourceLabel,
} from './report-contract'
import type { ExportCounts, ImportState, StopReason } from './runs-contract'

/** Sentences that follow the name of the field. */
export const errorMessages = {
  missing: 'is missing',
  not_text: 'isn’t text',
  not_number: 'isn’t a number',
  not_true_or_false: 'isn’t true or false',
  not_time: 'isn’t a valid time',
  not_list: 'isn’t a list',
  not_map: 'isn’t an object',
  fraction: 'isn’t a whole number of cents (or the smallest unit)',
  out_of_range: 'is too large or too small',
  unknown_word: 'has an unknown value',
  too_long: 'is too long and was shortened',
  too_many: 'has too many entries and was shortened',
  controls_removed: 'contains invisible characters, which were removed',
  secret_dropped: 'is a secret of the old system and isn’t imported',
  not_carried: 'can’t be imported; enter it again',
  not_granted: 'was an administrator; grant this when you apply the import',
  not_a_hash: 'isn’t a password hash: the export came from an emulator or lacked permission',
  no_way_in: 'is missing, and so is a password: add an email to allow sign-in',
  unknown_currency: 'isn’t a current ISO 4217 currency; kept as is',
  before_start: 'is before the period starts; kept as is',
  not_an_email: 'isn’t a valid email address',
  damaged: 'The data is damaged',
  too_large: 'The document is too large',
  too_deep: 'The document is nested too deeply',
  unknown_value: 'Contains an unknown type of value',
  not_a_document: 'Not a document',
  bad_path: 'Not a valid document path',
  twice: 'Duplicate of an earlier document',
  unknown_merchant: 'refers to a missing merchant',
  unknown_user: 'refers to a missing person',
  unknown_plan: 'refers to a missing plan',
  unknown_location: 'refers to a missing location',
  unknown_subscription: 'refers to a missing subscription, or to someone else’s',
  refused: 'The database rejected it',
  role_not_given: 'is only in the document, not in the account: no access until you grant it here',
  beyond_claims: 'has merchants that the account’s claims don’t: not granted',
  short_of_claims: 'lacks merchants from the account’s claims: granted as in the claims',
  by_document_alone: 'are only in the document and are granted: the account’s claims name no merchants',
  unusable_id: 'Gets a new ID: the old one can’t be used in a URL',
  same_id: 'Gets a new ID: the same ID is used under another parent',
  same_email: 'Email already used by someone else',
  picture_missing: 'refers to an image that’s not in the files',
  picture_unclear: 'refers to an image that matches several files',
  picture_type: 'refers to a file that isn’t a PNG, JPEG or WebP image',
  picture_too_large: 'refers to an image over 2 MB',
  picture_dimensions: 'refers to an image with too many or too few pixels',
  picture_damaged: 'refers to a damaged or empty image',
  only_changed: 'Existed before this import; kept as is',
  later_import: 'Kept: a later import changed it',
  edited_here: 'Kept: edited here since',
  id_cells: 'The line needs a document and an ID',
  id_kind: 'Only people, merchants, locations, plans and subscriptions can get another ID',
  id_unusable: 'The line has an invalid ID: use 1 to 64 letters, digits, - and _',
  id_twice: 'An earlier line already gives this document an ID',
  id_circle: 'The line gives the ID of a document that gets another ID',
  id_given: 'Gets the ID from the ID file',
  id_leads: 'Linked to the existing record with this ID; not imported',
  id_waits: 'Not in these documents; the ID is kept for it',
  id_other: 'Already has another ID here: the line is ignored',
  paid_out: 'Kept: part of a payout',
  charged_twice: 'was paid out by the old system and is charged here too',
  still_needed: 'Kept: other kept records need it',
} as const satisfies Record<ProblemCode, string>

export const levelMessages = {
  skipped: 'Skipped',
  changed: 'Imported with changes',
  note: 'Note',
} as const satisfies Record<ProblemGroup['level'], string>

/** Returns true if a file is incomplete, or if an export states other counts than were read. */
export const isDamaged = ({ exports, files }: Pick<CheckReport, 'exports' | 'files'>): boolean =>
  exports.some(({ says, found }) => says !== found) || files.some(({ fault }) => fault !== null)

/** 0: everything can be imported unchanged; 2: something can't be imported; 3: something changes. */
export function exitCodeOf(report: CheckReport): 0 | 2 | 3 {
  const { collections, problems, ids } = report
  const lacks = isDamaged(report)
  const nothing = !ids && collections.every(({ kind }) => kind === null)
  if (lacks || nothing || problems.some(({ level }) => level === 'skipped')) return 2
  return problems.some(({ level }) => level === 'changed') ? 3 : 0
}

const number = new Intl.NumberFormat('en-US')

/**
 * Returns the report for a terminal, at most 100 characters wide except for file names. Control characters are removed,
 * because names come from outside.
 */
export function reportLines(report: CheckReport): string[] {
  const { files, collections, passwords, administrators, selfNamed = [], choice } = report
  const known = countedKinds.flatMap((kind) => collections.filter((one) => one.kind === kind))
  const others = collections.filter(({ kind }) => kind === null)
  return [
    'Found',
    ...sourceLines(files),
    ...lackLines(report).map((line) => `  ${line}`),
    '',
    ...(choice ? [...choiceLines(choice), ''] : []),
    ...(known.length === 0 ? ['No known collections: nothing to import.'] : countLines(known)),
    ...(known.some(({ kind }) => kind === 'audit') ? ['', auditStays] : []),
    ...(others.length === 0
      ? []
      : [
          '',
          `Kept as is, not used: ${others.map(({ collection, read }) => `${collection} (${number.format(read)})`).join(', ')}`,
        ]),
    ...withGap(moneyTexts(report)),
    ...withGap(report.ids ? idLines(report.ids) : []),
    ...passwordLines(passwords),
    ...(administrators.length === 0 ? [] : ['', `Would become administrators: ${administrators.join(', ')}`]),
    ...(selfNamed.length === 0 ? [] : ['', `Only in their own document, so no access: ${selfNamed.join(', ')}`]),
    ...problemLines(report),
  ].map(withoutControls)
}

const withGap = (lines: readonly string[]) => (lines.length === 0 ? [] : ['', ...lines])

/** Describes how amounts were read, one sentence each. */
export function moneyTexts({ money, problems }: Pick<CheckReport, 'money' | 'problems'>): string[] {
  if (!money) return []
  const isAmount = ({ field, fault }: ProblemGroup) => fault === 'fraction' && /(^|\.)amount$/.test(field)
  return moneyLines(
    money,
    problems.filter(isAmount).reduce((sum, { count }) => sum + count, 0),
  )
}

const auditStays = 'The old audit log isn’t imported: audit log entries can’t be undone.'

/** Returns the chosen kinds, for example "Merchants, Plans". */
export const onlyText = (only: readonly DocumentKind[]): string => only.map((kind) => kindLabels[kind]).join(', ')

/** "users (1,204), carts (3)" */
export const leftOutText = (leftOut: readonly { collection: string; read: number }[]): string =>
  leftOut.map(({ collection, read }) => `${collection} (${number.format(read)})`).join(', ')

function choiceLines({ only, leftOut }: NonNullable<CheckReport['choice']>) {
  const rest = leftOut.length === 0 ? [] : [`Left out: ${leftOutText(leftOut)}`]
  return [`Only: ${onlyText(only)}`, ...rest]
}

/**
 * Returns one sentence for each incomplete file or export. Control characters are removed, because names come from
 * outside.
 */
export function lackLines({ files, exports }: CheckReport): string[] {
  const damaged = files.flatMap(({ path, fault }) =>
    fault ? [`${path} is unreadable from here on: ${fault.replaceAll('_', ' ')}`] : [],
  )
  const short = exports.flatMap(({ metadataFile, says, found }) =>
    says === found
      ? []
      : [`${metadataFile} lists ${number.format(says)} documents, but ${number.format(found)} were read`],
  )
  return [...damaged, ...short].map(withoutControls)
}

function sourceLines(files: CheckReport['files']) {
  const labels = Object.keys(sourceLabels) as SourceLabel[]
  const lines = labels.flatMap((label) => {
    const some = files.filter(({ format }) => format === label)
    if (some.length === 0) return []
    const bytes = some.reduce((sum, one) => sum + one.bytes, 0)
    const count = `${number.format(some.length)} ${some.length === 1 ? 'file' : 'files'}`
    return [`  ${sourceLabels[label].padEnd(34)}${count.padStart(14)}${sizeText(bytes).padStart(12)}`]
  })
  return lines.length === 0 ? ['  No files'] : lines
}

function sizeText(bytes: number) {
  if (bytes < 1e6) return `${number.format(Math.ceil(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function countLines(counts: readonly CollectionCount[]) {
  const cells = (first: string, rest: readonly string[]) =>
    `  ${first.padEnd(44)}${rest.map((cell) => cell.padStart(13)).join('')}`
  return [
    cells('', ['read', 'unchanged', 'changed', 'skipped']),
    ...counts.map(({ kind, collection, read, ready, changed, skipped }) => {
      const label = kind === null ? collection : kindLabels[kind]
      const name =
        collection === '' || kind === null || collection.startsWith('__') ? label : `${label} (${collection})`
      return cells(
        name,
        [read, ready, changed, skipped].map((count) => number.format(count)),
      )
    }),
  ]
}

function passwordLines({ canBeChecked, ...passwords }: CheckReport['passwords']) {
  const { kept, missing, unreachable = 0 } = passwords
  if (kept + missing + unreachable === 0) return []
  const sentence = `Passwords: ${passwordText(passwords)}.`
  const settings = 'Hash settings are missing. Without them old passwords won’t work.'
  return ['', sentence, ...(kept > 0 && !canBeChecked ? [settings] : [])]
}

const shownProblems = 40

function problemLines({ problems, ...report }: CheckReport) {
  if (problems.length === 0) return ['', isDamaged(report) ? 'No problems in the readable part' : '✓ No problems']
  const lines = problems.slice(0, shownProblems).map(({ level, collection, field, fault, count, example }) => {
    const what = [collection, [field, errorMessages[fault]].filter(Boolean).join(' ')].filter(Boolean).join(': ')
    return `  ${levelMessages[level].padEnd(22)}${number.format(count).padStart(9)}  ${what}, as in ${example}`
  })
  const more = problems.length - shownProblems
  return ['', 'Problems', ...lines, ...(more > 0 ? [`  … and ${more} more ${more === 1 ? 'kind' : 'kinds'}`] : [])]
}

export const stateMessages = {
  reading: 'reading',
  checked: 'checked, not applied',
  writing: 'not finished',
  stopped: 'stopped',
  done: 'done',
  undoing: 'undoing',
  undone: 'undone',
} as const satisfies Record<ImportState, string>

const stopMessages = {
  ended: 'The server was stopped or restarted.',
  database: 'Couldn’t reach the database.',
  disk: 'The disk was full. Free up space first.',
  files_gone: 'This import’s files have expired. Undo it, or import the folder again.',
  refused: 'The import was refused because required options were missing or wrong.',
  forgotten: 'The check expired because it wasn’t applied in time.',
  fault: 'Something went wrong. Look for import_failed in the server log.',
} as const satisfies Record<StopReason, string>

export const stopText = (reason: StopReason | null): string =>
  reason === null ? 'The import stopped unexpectedly. The process ended or lost the database.' : stopMessages[reason]

const peopleDo = (count: number, one: string, many: string) => `${number.format(count)} ${count === 1 ? one : many}`

/** "2 imported, 1 person sets a new one by email, 1 person has neither a password nor an email address" */
export function passwordText({
  kept,
  missing,
  unreachable = 0,
}: Omit<CheckReport['passwords'], 'canBeChecked'>): string {
  const parts = [
    peopleDo(kept, 'imported', 'imported'),
    peopleDo(missing, 'person sets a new one by email', 'people set a new one by email'),
  ]
  if (unreachable > 0)
    parts.push(peopleDo(unreachable, 'person has', 'people have') + ' neither a password nor an email address')
  return parts.join(', ')
}

/** 0: complete; 3: a file is missing, or the format can't express a value. */
export const exportExitCodeOf = ({ missingFiles, inexact }: ExportCounts): 0 | 3 =>
  missingFiles.length > 0 || inexact > 0 ? 3 : 0

/** Returns the lines that a terminal shows of an export. */
export function exportLines({ documents, files, missingFiles, inexact }: ExportCounts): string[] {
  const line = (label: string, count: number) => `  ${label.padEnd(20)}${count.toLocaleString('en-US').padStart(12)}`
  const labels = { ...kindLabels, others: 'Other documents' }
  return [
    'Written',
    ...[...documentKinds, 'others' as const].flatMap((kind) =>
      documents[kind] ? [line(labels[kind], documents[kind])] : [],
    ),
    line('Files', files),
    ...(inexact > 0 ? [`  Only partly possible in this format: ${inexact.toLocaleString('en-US')} documents`] : []),
    ...missingFiles.map((name) => `  Missing from file storage: ${withoutControls(name)}`),
  ]
}

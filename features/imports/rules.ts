import { withoutControls } from '@quaff/platform/shared/readable-text'
import {
  type CheckReport,
  type CollectionCount,
  type ProblemFault,
  type ProblemGroup,
  sourceLabels,
  type SourceLabel,
} from './contract'
import { idLines } from './ids/rules'
import { countedKinds, type DocumentKind, kindLabels } from './kinds/rules'
import { moneyLines } from './money/rules'
import { passwordText } from './passwords/rules'
import type { ImportState, StopReason } from './runs/contract'

/** One sentence for each problem, without the field, which stands before it. */
export const faultTexts = {
  missing: 'is missing',
  not_text: 'is no text',
  not_number: 'is no number',
  not_true_or_false: 'is neither true nor false',
  not_time: 'is no time that can be read',
  not_list: 'is no list',
  not_map: 'is no map',
  fraction: 'is not a whole number of the smallest unit',
  out_of_range: 'is too large or too small',
  unknown_word: 'is a word that is not known here',
  too_long: 'is too long and is cut',
  too_many: 'has too many entries and is cut',
  controls_removed: 'has characters that nobody can see, which are removed',
  secret_dropped: 'is a secret of the old system and stays behind',
  not_carried: 'cannot come over and is entered here again',
  not_granted: 'was an administrator, which is granted here by a confirmed list only',
  not_a_hash: 'is no password hash: the export was made by an emulator, or without the right to see them',
  no_way_in: 'is missing, and there is no password: nobody gets in by this account until it has an address',
  unknown_currency: 'is no currency in use (ISO 4217), and stays as it is',
  before_start: 'is before the period starts, and stays as it is',
  not_an_email: 'is not an address that mail can be sent to',
  damaged: 'The bytes are damaged',
  too_large: 'It is larger than a document can be',
  too_deep: 'It has more levels than a document can have',
  unknown_value: 'It holds a kind of value that is not known here',
  not_a_document: 'It is no document',
  bad_path: 'Its path is none of a document',
  twice: 'The same document was there before',
  unknown_merchant: 'names a merchant that is not there',
  unknown_user: 'names a person who is not there',
  unknown_plan: 'names a plan that is not there',
  unknown_location: 'names a location that is not there',
  unknown_subscription: 'names a pass that is not there, or is somebody else’s',
  refused: 'The database refused it',
  role_not_given:
    'is named by the document alone: their account did not have it, and it lets nobody in until somebody gives it here',
  beyond_claims: 'names merchants that the claims of the account do not: they are not given',
  short_of_claims: 'leaves out merchants that the claims of the account name: the claims hold',
  by_document_alone: 'are named by the document alone, and are given: the account has no claims that say where',
  unusable_id: 'Its id gets a new one, since addresses could not hold it',
  same_id: 'Its id gets a new one, since another one below another parent has it',
  same_email: 'Its email belongs to somebody else already',
  picture_missing: 'names a picture that is not among the files',
  picture_unclear: 'names a picture that several files could be',
  picture_type: 'names a file that is no PNG, JPEG or WebP picture',
  picture_too_large: 'names a picture that is larger than 2 MB',
  picture_dimensions: 'names a picture that has too many or too few pixels',
  picture_damaged: 'names a picture that is damaged or empty',
  only_changed: 'It was here before this import and stays as it is',
  later_import: 'A later import has changed it, so it stays',
  edited_here: 'It was edited here since, so it stays',
  id_cells: 'The line does not hold a document and an id',
  id_kind:
    'The line names a document that no other one names: only people, merchants, locations, plans and passes can have another id',
  id_unusable: 'The line gives an id that addresses could not hold: 1 to 64 letters, digits, - and _',
  id_twice: 'A line before gives this document an id already',
  id_circle: 'The line gives an id whose own document gets another one',
  id_given: 'Its id here is the one that a line gives',
  id_leads: 'It leads to what has the given id here, and is not written itself',
  id_waits: 'It is not among the documents; the given id waits for it',
  id_other: 'It has another id here already: the line does nothing',
  paid_out: 'A payout names it, so it stays',
  charged_twice: 'was paid for by the old system, and is charged here as well',
  still_needed: 'Something that stays here needs it, so it stays',
} as const satisfies Record<ProblemFault, string>

export const levelTexts = {
  aside: 'Stays aside',
  changed: 'Comes over changed',
  note: 'To know',
} as const satisfies Record<ProblemGroup['level'], string>

/** Of the file that holds every problem. */
export const problemColumns = ['Level', 'Collection', 'Document', 'Field', 'Problem', 'Value', 'File', 'Place'] as const

/** Returns true if a file could not be read to its end, or if an export counts other documents than were read. */
export const isDamaged = ({ exports, files }: Pick<CheckReport, 'exports' | 'files'>): boolean =>
  exports.some(({ says, found }) => says !== found) || files.some(({ fault }) => fault !== null)

/** 0: all of it can come over as it is; 2: something can't come over at all; 3: something changes on its way. */
export function exitCodeOf(report: CheckReport): 0 | 2 | 3 {
  const { collections, problems, ids } = report
  const lacks = isDamaged(report)
  const nothing = !ids && collections.every(({ kind }) => kind === null)
  if (lacks || nothing || problems.some(({ level }) => level === 'aside')) return 2
  return problems.some(({ level }) => level === 'changed') ? 3 : 0
}

const number = new Intl.NumberFormat('en-US')

/**
 * The report as a terminal shows it, widest lines of 100 characters but for names of files.
 * These come from outside: what would move the terminal's cursor is left out.
 */
export function reportLines(report: CheckReport): string[] {
  const { files, collections, problems, passwords, administrators, selfNamed = [], choice } = report
  const known = countedKinds.flatMap((kind) => collections.filter((one) => one.kind === kind))
  const others = collections.filter(({ kind }) => kind === null)
  return [
    'What was found',
    ...sourceLines(files),
    ...lackLines(report).map((line) => `  ${line}`),
    '',
    ...(choice ? [...choiceLines(choice), ''] : []),
    ...(known.length === 0 ? ['No documents of the collections that are known here.'] : countLines(known)),
    ...(known.some(({ kind }) => kind === 'audit') ? ['', auditStays] : []),
    ...(others.length === 0
      ? []
      : [
          '',
          `Kept as they are, not used here: ${others.map(({ collection, read }) => `${collection} (${number.format(read)})`).join(', ')}`,
        ]),
    ...withGap(moneyTexts(report)),
    ...withGap(report.ids ? idLines(report.ids) : []),
    ...passwordLines(passwords),
    ...(administrators.length === 0 ? [] : ['', `Would become administrators: ${administrators.join(', ')}`]),
    ...(selfNamed.length === 0
      ? []
      : ['', `Named by their own document alone, and get no access: ${selfNamed.join(', ')}`]),
    ...problemLines(problems),
  ].map(withoutControls)
}

const withGap = (lines: readonly string[]) => (lines.length === 0 ? [] : ['', ...lines])

/** How amounts were taken, a sentence each. */
export function moneyTexts({ money, problems }: Pick<CheckReport, 'money' | 'problems'>): string[] {
  if (!money) return []
  const isAmount = ({ field, fault }: ProblemGroup) => fault === 'fraction' && /(^|\.)amount$/.test(field)
  return moneyLines(
    money,
    problems.filter(isAmount).reduce((sum, { count }) => sum + count, 0),
  )
}

const auditStays = 'The old audit log stays behind: what is written into the log here can never be taken back.'

/** "Merchants, Plans": what a run was asked for alone. */
export const onlyText = (only: readonly DocumentKind[]): string => only.map((kind) => kindLabels[kind]).join(', ')

/** "users (1,204), carts (3)" */
export const leftOutText = (leftOut: readonly { collection: string; read: number }[]): string =>
  leftOut.map(({ collection, read }) => `${collection} (${number.format(read)})`).join(', ')

function choiceLines({ only, leftOut }: NonNullable<CheckReport['choice']>): string[] {
  const rest = leftOut.length === 0 ? [] : [`Left out, and not written: ${leftOutText(leftOut)}`]
  return [`Only: ${onlyText(only)}`, ...rest]
}

/** What is missing or damaged among the files, a sentence each. Names come from outside: nothing in them moves a cursor. */
export function lackLines({ files, exports }: CheckReport): string[] {
  const damaged = files.flatMap(({ path, fault }) =>
    fault ? [`${path} can be read no further: ${fault.replaceAll('_', ' ')}`] : [],
  )
  const short = exports.flatMap(({ metadataFile, says, found }) =>
    says === found
      ? []
      : [`${metadataFile} speaks of ${number.format(says)} documents, ${number.format(found)} were read`],
  )
  return [...damaged, ...short].map(withoutControls)
}

function sourceLines(files: CheckReport['files']): string[] {
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

function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${number.format(Math.ceil(bytes / 1e3))} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function countLines(counts: readonly CollectionCount[]): string[] {
  const cells = (first: string, rest: readonly string[]) =>
    `  ${first.padEnd(44)}${rest.map((cell) => cell.padStart(13)).join('')}`
  return [
    cells('', ['read', 'as they are', 'changed', 'aside']),
    ...counts.map(({ kind, collection, read, ready, changed, aside }) => {
      const label = kind === null ? collection : kindLabels[kind]
      const name =
        collection === '' || kind === null || collection.startsWith('__') ? label : `${label} (${collection})`
      return cells(
        name,
        [read, ready, changed, aside].map((count) => number.format(count)),
      )
    }),
  ]
}

function passwordLines({ canBeChecked, ...passwords }: CheckReport['passwords']): string[] {
  const { kept, missing, unreachable = 0 } = passwords
  if (kept + missing + unreachable === 0) return []
  const sentence = `Passwords: ${passwordText(passwords)}.`
  const settings = 'The settings of the hashes are not among the files: without them no old password works.'
  return ['', sentence, ...(kept > 0 && !canBeChecked ? [settings] : [])]
}

const shownProblems = 40

function problemLines(problems: CheckReport['problems']): string[] {
  if (problems.length === 0) return ['', 'No problems.']
  const lines = problems.slice(0, shownProblems).map(({ level, collection, field, fault, count, example }) => {
    const what = [collection, [field, faultTexts[fault]].filter(Boolean).join(' ')].filter(Boolean).join(': ')
    return `  ${levelTexts[level].padEnd(20)}${number.format(count).padStart(9)}  ${what}, as in ${example}`
  })
  const more = problems.length - shownProblems
  return ['', 'Problems', ...lines, ...(more > 0 ? [`  … and ${more} more kinds`] : [])]
}

export const stateTexts = {
  reading: 'reads',
  checked: 'checked, not written',
  writing: 'not finished',
  stopped: 'stopped',
  done: 'done',
  undoing: 'being taken back',
  undone: 'taken back',
} as const satisfies Record<ImportState, string>

const stopTexts = {
  ended: 'The server was stopped or started anew.',
  database: 'The database could not be reached.',
  disk: 'There was no room left on the disk. Make room first.',
  files_gone: 'What was read is not on this machine any more. Take back what is written, or bring the folder again.',
  refused: 'What was brought could not be taken as it was asked for.',
  forgotten: 'It was only looked at, and nobody applied it in time.',
  fault: 'Something failed; the server’s log names it under import_failed.',
} as const satisfies Record<StopReason, string>

/** A sentence for people. */
export const stopText = (reason: StopReason | null): string =>
  reason === null
    ? 'Whoever worked on it was gone at once: the process was killed, or cut off from the database.'
    : stopTexts[reason]

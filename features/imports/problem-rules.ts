import { codeTitle } from '@quaff/platform/shared/readable-text'
import type { DocumentKind } from './kinds-rules'
import type { ImportProblem, ProblemCode } from './report-contract'
import { errorMessages, levelMessages } from './report-rules'

/** How long a checked import can be applied. */
export const checkedDays = 7

/** Files with other endings are not accepted. Settings of password hashes are `.txt`. */
export const uploadEndings = ['.json', '.ndjson', '.jsonl', '.csv', '.txt', '.gz'] as const

export const mayUpload = (fileName: string) => uploadEndings.some((ending) => fileName.toLowerCase().endsWith(ending))

const isProblemCode = (fault: string): fault is ProblemCode => fault in errorMessages

export const errorText = (fault: string) => (isProblemCode(fault) ? errorMessages[fault] : codeTitle(fault))

/** "email isn’t a valid email address". */
export const problemSentence = ({ field, fault }: { field: string; fault: string }) =>
  [field, errorText(fault)].filter(Boolean).join(' ')

/** Older runs may contain faults that this version does not know. */
type WrittenProblem = Omit<ImportProblem, 'fault'> & { fault: string }

/** Columns of the problem file, which the console and the command share. */
export const problemColumns: readonly { header: string; cell: (problem: WrittenProblem) => string }[] = [
  { header: 'Level', cell: ({ level }) => levelMessages[level] },
  { header: 'Collection', cell: ({ collection }) => collection },
  { header: 'Document', cell: ({ path }) => path ?? '' },
  { header: 'Field', cell: ({ field }) => field },
  { header: 'Problem', cell: ({ fault }) => errorText(fault) },
  { header: 'Value', cell: ({ shown }) => shown },
  { header: 'File', cell: ({ file }) => file },
  { header: 'Place', cell: ({ place }) => place },
]

/** Returns the URL of a record, or null if its kind has no page. */
export function recordHref(kind: string, id: string): string | null {
  const page = (pages as Readonly<Record<string, string | undefined>>)[kind]
  return page === undefined ? null : `${page}?id=${encodeURIComponent(id)}`
}

/**
 * Returns the URL of the payout with a charge that the old system had paid ("USD 29.00, in payout pay_1"). Returns null
 * for all other problems.
 */
export function payoutHref({ fault, shown }: { fault: string; shown: string }): string | null {
  const id = fault === 'charged_twice' ? /, in payout (\S+)$/.exec(shown)?.[1] : undefined
  return id === undefined ? null : `/payouts?id=${encodeURIComponent(id)}`
}

const pages = {
  accounts: '/users',
  users: '/users',
  admins: '/users',
  invitations: '/users',
  merchants: '/merchants',
  locations: '/locations',
  plans: '/plans',
  subscriptions: '/subscriptions',
} as const satisfies Partial<Record<DocumentKind, string>>

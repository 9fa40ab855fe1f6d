import type { FieldFault, ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { Sum } from './figures-contract'
import type { IdCounts, IdFault, IdNote } from './ids-contract'
import type { CountedKind, WrittenKind } from './kinds-rules'
import type { MoneyRead } from './money-contract'

/** What keeps a file from being read on. */
export const formatFaults = ['cut_off', 'damaged', 'out_of_order', 'too_large', 'too_deep', 'unknown_value'] as const
export type FormatFault = (typeof formatFaults)[number]

/** What keeps one document from being read, while those behind it are. */
export const documentFaults = [
  'damaged',
  'too_large',
  'too_deep',
  'unknown_value',
  'not_a_document',
  'bad_path',
] as const
export type DocumentFault = (typeof documentFaults)[number]

/** What is wrong between documents, which none of them shows by itself. */
export const relationFaults = [
  'twice',
  'unknown_merchant',
  'unknown_user',
  'unknown_plan',
  'unknown_location',
  'unknown_subscription',
  'refused',
  'unusable_id',
  'role_not_given',
  'beyond_claims',
  'short_of_claims',
  'by_document_alone',
  'same_id',
  'same_email',
] as const
export type RelationFault = (typeof relationFaults)[number]

/** Why a picture that a venue's document names is not brought. */
export const pictureFaults = [
  'picture_missing',
  'picture_unclear',
  'picture_type',
  'picture_too_large',
  'picture_dimensions',
  'picture_damaged',
] as const
export type PictureFault = (typeof pictureFaults)[number]

/** Why something stays when its import is taken back. */
export const undoFaults = ['only_changed', 'later_import', 'edited_here', 'paid_out', 'still_needed'] as const
export type UndoFault = (typeof undoFaults)[number]

/** What is known of passes that have come over. */
export const paidFaults = ['charged_twice'] as const
export type PaidFault = (typeof paidFaults)[number]

export type ProblemFault =
  | FieldFault
  | DocumentFault
  | RelationFault
  | PictureFault
  | UndoFault
  | IdFault
  | IdNote
  | PaidFault
export type ImportProblem = {
  /** Null where what was read has no path. */
  path: string | null
  file: string
  /** "line 12", "record 3"; empty where there is no such number. */
  place: string
  collection: string
  field: string
  fault: ProblemFault
  level: ProblemLevel
  shown: string
}

export type CollectionCount = {
  collection: string
  kind: CountedKind | null
  read: number
  /** These three add up to `read` where the kind is known. */
  ready: number
  changed: number
  aside: number
  /** How many of the skipped documents were skipped while reading; absent from older reports. */
  unwritten?: number
}
export type FileCount = {
  path: string
  bytes: number
  format: SourceLabel
  /** Null of files that hold none. */
  documents: number | null
  /** Why it could not be read to its end. */
  fault: FormatFault | null
}
/** What a managed export says of a folder, beside what was read there. */
export type ExportComparison = { metadataFile: string; says: number; found: number }
export type ProblemGroup = {
  collection: string
  field: string
  fault: ProblemFault
  level: ProblemLevel
  count: number
  example: string
}

export type CheckReport = {
  files: FileCount[]
  collections: CollectionCount[]
  exports: ExportComparison[]
  problems: ProblemGroup[]
  /**
   * Accounts whose password comes along, those who set a new one by mail, and those whom no mail reaches either; these were
   * counted among the second in runs before that was told.
   */
  passwords: { kept: number; missing: number; unreachable?: number; canBeChecked: boolean }
  administrators: string[]
  /** Documents that alone name the role of their person; absent from older reports. */
  selfNamed?: string[]
  /** What was asked for, and what stays in the files because of that; absent where all of it was. */
  choice?: { only: readonly WrittenKind[]; leftOut: { collection: string; read: number }[] }
  /** How their amounts were taken; absent where there are none, and of runs before it was told. */
  money?: MoneyRead
  /** Ids that lines of a file give; absent where there is no such file. */
  ids?: IdCounts
  /** What the documents add up to, by a reader that makes no rows; absent of runs before there was one. */
  figures?: Sum[]
}

export const sourceLabels = {
  managed_documents: 'Managed export',
  managed_counts: 'Managed export: counts',
  managed_rest: 'Managed export: description',
  tree_marked: 'JSON tree with __collections__',
  tree_bare: 'JSON tree of collections',
  list: 'JSON list of documents',
  lines: 'Documents, one per line',
  accounts_list: 'Accounts (JSON)',
  accounts_table: 'Accounts (CSV)',
  hash_config: 'Password hash settings',
  ids: 'Document IDs',
  picture: 'Images',
  other: 'Other files',
} as const
export type SourceLabel = keyof typeof sourceLabels

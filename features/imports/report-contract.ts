import type { BrandImageKind } from '@quaff/features/branding/contract'
import type { FieldErrorCode, ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { CountedKind, DocumentKind, WrittenKind } from './kinds-rules'

/** Why the rest of a file can't be read. */
export const formatErrorCodes = [
  'cut_off',
  'damaged',
  'out_of_order',
  'too_large',
  'too_deep',
  'unknown_value',
] as const
export type FormatErrorCode = (typeof formatErrorCodes)[number]

/** Why one document can't be read. */
export const documentErrorCodes = [
  'damaged',
  'too_large',
  'too_deep',
  'unknown_value',
  'not_a_document',
  'bad_path',
] as const
export type DocumentErrorCode = (typeof documentErrorCodes)[number]

/** Problems between documents. */
export const relationErrorCodes = [
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
export type RelationErrorCode = (typeof relationErrorCodes)[number]

/** Why the picture of a merchant is not imported. */
export const pictureErrorCodes = [
  'picture_missing',
  'picture_unclear',
  'picture_type',
  'picture_too_large',
  'picture_dimensions',
  'picture_damaged',
] as const
export type PictureErrorCode = (typeof pictureErrorCodes)[number]

/** Why a row stays when its import is undone. */
export const undoErrorCodes = ['only_changed', 'later_import', 'edited_here', 'paid_out', 'still_needed'] as const
export type UndoErrorCode = (typeof undoErrorCodes)[number]

/** Notes about imported subscriptions. */
export const paidErrorCodes = ['charged_twice'] as const
export type PaidErrorCode = (typeof paidErrorCodes)[number]

export type ProblemCode =
  | FieldErrorCode
  | DocumentErrorCode
  | RelationErrorCode
  | PictureErrorCode
  | UndoErrorCode
  | IdErrorCode
  | IdNote
  | PaidErrorCode
export type ImportProblem = {
  /** Null if the document has no path. */
  path: string | null
  file: string
  /** "line 12", "record 3", or empty. */
  place: string
  collection: string
  field: string
  fault: ProblemCode
  level: ProblemLevel
  shown: string
}

export type CollectionCount = {
  collection: string
  kind: CountedKind | null
  read: number
  /** These three add up to `read` for known kinds. */
  ready: number
  changed: number
  skipped: number
  /** Documents that were skipped while reading, included in `skipped`; absent from older reports. */
  unwritten?: number
}
export type FileCount = {
  path: string
  bytes: number
  format: SourceLabel
  /** Null for files without documents. */
  documents: number | null
  /** Why the file could not be read completely. */
  fault: FormatErrorCode | null
}
/** The documents that a managed export states for a folder, and those found. */
export type ExportComparison = { metadataFile: string; says: number; found: number }
export type ProblemGroup = {
  collection: string
  field: string
  fault: ProblemCode
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
   * Accounts with a password, accounts that set a new one by email, and accounts without an email address. Older runs count
   * the third as the second.
   */
  passwords: { kept: number; missing: number; unreachable?: number; canBeChecked: boolean }
  administrators: string[]
  /** Documents that are the only source of a person's role; absent from older reports. */
  selfNamed?: string[]
  /** The chosen kinds and what they leave out; absent if all kinds were chosen. */
  choice?: { only: readonly WrittenKind[]; leftOut: { collection: string; read: number }[] }
  /** How amounts were read; absent without amounts and from older reports. */
  money?: MoneyRead
  /** Ids from a file of ids; absent without such a file. */
  ids?: IdCounts
  /** Sums of the documents, by an independent reader; absent from older reports. */
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

/** The unit of amounts in the documents. */
export const amountUnits = ['cents', 'units'] as const
export type AmountUnit = (typeof amountUnits)[number]

/** The operator's answers about amounts; null if the question was not needed. */
export type MoneyAnswers = { amounts?: AmountUnit | null; currency?: string | null }

/** The effect of the answers. */
export type MoneyRead = {
  amounts: AmountUnit | null
  currency: string | null
  /** Documents with an amount, and those with whole units. */
  read: number
  converted: number
  /** Documents whose amount has no currency. */
  withoutCurrency: number
}

/** Kinds that other documents refer to, so that a document can get another id. An account shares the id of its person. */
export const mappedKinds = [
  'users',
  'merchants',
  'locations',
  'plans',
  'subscriptions',
] as const satisfies readonly DocumentKind[]
export type MappedKind = (typeof mappedKinds)[number]

/** Why a line of a file of ids is invalid. Nothing is written while there is one. */
export const idErrorCodes = ['id_cells', 'id_kind', 'id_unusable', 'id_twice', 'id_circle'] as const
export type IdErrorCode = (typeof idErrorCodes)[number]

/** The effect of a line. */
export const idNotes = ['id_given', 'id_leads', 'id_waits', 'id_other'] as const
export type IdNote = (typeof idNotes)[number]

/** Maps a document of the old system to an id here. */
export type IdLine = { path: string; kind: MappedKind; id: string }
/** A line with its result. `leads`: the id belongs to an existing record, which replaces the document. */
export type MappedId = { path: string; kind: MappedKind; rowId: string; leads: boolean }

/** Counts of lines by their effect. */
export type IdCounts = Record<IdNote | 'wrong', number>

/** A file of the old file storage. `bucket` is null if the URL does not name it. */
export type StoredObject = { bucket: string | null; path: string }

/** One of the two pictures that a merchant's document names. */
export type PictureLink = {
  slot: BrandImageKind
  /** "branding.logoUrl" */
  field: string
  address: string
  object: StoredObject
  /** The value of the field itself; null if another field names the picture. */
  was: string | null
}

/** A picture that was re-encoded from its file, or the reason why not. */
export type Picture = PictureLink & { merchantPath: string } & (PictureFile | { fault: PictureErrorCode })
export type PictureFile = {
  /** SHA-256 of the imported file. */
  sourceHash: string
  /** The re-encoded image, Base64. */
  bytes: string
  width: number
  height: number
}

/** A picture that an import has assigned. */
export type PlacedPicture = {
  was: string | null
  /** Its URL here. */
  image: string
  /** SHA-256 of the re-encoded image, which our export writes. */
  drawnHash: string
  object: StoredObject
}

/** Sums that are computed from the documents and from the rows. */
export const figureNames = ['active', 'monthly', 'redemptions', 'month', 'people', 'passwords'] as const
export type FigureName = (typeof figureNames)[number]

/** `of`: a merchant, a UTC month or a role; `currency` may be empty. Money in minor units. */
export type Sum = { figure: FigureName; of: string; currency: string; value: number }

/** Documents that did not become rows: they were skipped, or the existing row remained. */
export type LeftOut = { skipped: Sum[]; kept: Sum[] }

/** Why a sum differs from the documents. The first three are in the unit of the sum, the others count documents or rows. */
export const differenceCauses = [
  'skipped',
  'kept',
  'here',
  'edited',
  'earlier',
  'not_granted',
  'no_hash_settings',
] as const
export type DifferenceCause = (typeof differenceCauses)[number]

export type Difference = Omit<Sum, 'value'> & {
  /** The merchant's name; null for months, roles and unknown merchants. */
  name: string | null
  documents: number
  rows: number
  /** The counter that pages show, if any. */
  counted: number | null
  causes: { cause: DifferenceCause; value: number }[]
  /** True if the causes explain the whole difference. */
  isExplained: boolean
}

/** Documents of a kind that were read, and those with a known outcome. */
export type LostDocuments = { kind: string; read: number; accounted: number }

export type Comparison = {
  /** ISO instant. */
  at: string
  /** Number of compared sums. */
  sums: number
  differences: Difference[]
  /** Number of differences that are not listed. */
  more: number
  lost: LostDocuments[]
}

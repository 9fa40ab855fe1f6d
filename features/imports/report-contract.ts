import type { BrandImageKind } from '@quaff/features/branding/contract'
import type { FieldFault, ProblemLevel } from '@quaff/platform/shared/documents/read-fields'
import type { CountedKind, DocumentKind, WrittenKind } from './kinds-rules'

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

/** What a number of the documents means: the smallest unit, or the whole one. */
export const amountUnits = ['cents', 'units'] as const
export type AmountUnit = (typeof amountUnits)[number]

/** What documents leave open, as whoever brings them has answered it; null: nobody was asked. */
export type MoneyAnswers = { amounts?: AmountUnit | null; currency?: string | null }

/** What the answers did; all of it is told. */
export type MoneyRead = {
  amounts: AmountUnit | null
  currency: string | null
  /** Documents with an amount, and those of them whose amounts were whole units. */
  read: number
  converted: number
  /** Documents whose amount says no currency. */
  withoutCurrency: number
}

/** What other documents name, and so can have another id here. An account and what stands beside it go with their person. */
export const mappedKinds = [
  'users',
  'merchants',
  'locations',
  'plans',
  'subscriptions',
] as const satisfies readonly DocumentKind[]
export type MappedKind = (typeof mappedKinds)[number]

/** Why a line can't be taken; as long as there is one, nothing is written. */
export const idFaults = ['id_cells', 'id_kind', 'id_unusable', 'id_twice', 'id_circle'] as const
export type IdFault = (typeof idFaults)[number]

/** What a line does, or why it does nothing. */
export const idNotes = ['id_given', 'id_leads', 'id_waits', 'id_other'] as const
export type IdNote = (typeof idNotes)[number]

/** A document of the old system and an id here. */
export type IdLine = { path: string; kind: MappedKind; id: string }
/** The same with what came of it: `leads`, the id is somebody else's, who stands for the document from now on. */
export type MappedId = { path: string; kind: MappedKind; rowId: string; leads: boolean }

/** Lines by what they do. */
export type IdCounts = Record<IdNote | 'wrong', number>

/** A file of the old system's storage; null where the address does not say the bucket. */
export type StoredObject = { bucket: string | null; path: string }

/** What a venue's document says of one of its two pictures. */
export type PictureLink = {
  slot: BrandImageKind
  /** "branding.logoUrl" */
  field: string
  address: string
  object: StoredObject
  /** What the document says of the place itself; null where another field names the picture. */
  was: string | null
}

/** A picture on its way: drawn anew from its file, or the reason why it is not. */
export type Picture = PictureLink & { merchantPath: string } & (PictureFile | { fault: PictureFault })
export type PictureFile = {
  /** SHA-256 of the file that was brought. */
  sourceHash: string
  /** Of what was drawn from it, as Base64. */
  bytes: string
  width: number
  height: number
}

/** What an import notes of a picture that it has put into a place. */
export type PlacedPicture = {
  was: string | null
  /** Our address of it. */
  image: string
  /** SHA-256 of what was drawn: an export of ours brings that back. */
  drawnHash: string
  object: StoredObject
}

/** What documents and rows are added up to, each by itself. */
export const figureNames = ['active', 'monthly', 'redemptions', 'month', 'people', 'passwords'] as const
export type FigureName = (typeof figureNames)[number]

/** `of`: a merchant, a month of UTC, or a role; `currency` is empty where there is none. Money in minor units. */
export type Sum = { figure: FigureName; of: string; currency: string; value: number }

/** Documents of a run that did not become rows as they are: they couldn't, or what is here was kept. */
export type LeftOut = { aside: Sum[]; kept: Sum[] }

/**
 * Why a figure here is another one than the documents': the first three in the unit of the figure, the others as a number of
 * documents or rows.
 */
export const differenceCauses = [
  'aside',
  'kept',
  'here',
  'edited',
  'earlier',
  'not_granted',
  'no_hash_settings',
] as const
export type DifferenceCause = (typeof differenceCauses)[number]

export type Difference = Omit<Sum, 'value'> & {
  /** Of the merchant; null of months, roles and merchants that are not here. */
  name: string | null
  documents: number
  rows: number
  /** Of the counters that pages show; null where there is none. */
  counted: number | null
  causes: { cause: DifferenceCause; value: number }[]
  /** Whether the causes account for all of it. */
  isExplained: boolean
}

/** Documents of a kind that were read, and those of which it is known what became of them. */
export type LostDocuments = { kind: string; read: number; accounted: number }

export type Comparison = {
  /** ISO instant. */
  at: string
  /** How many sums were compared. */
  sums: number
  differences: Difference[]
  /** More than are listed. */
  more: number
  lost: LostDocuments[]
}

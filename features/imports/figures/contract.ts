import type { DocumentKind } from '../kinds/rules'

/** What documents and rows are added up to, each by itself. */
export const figureNames = ['active', 'monthly', 'redemptions', 'month', 'people', 'passwords'] as const
export type FigureName = (typeof figureNames)[number]

/** `of`: a merchant, a month of UTC, or a role; `currency` is empty where there is none. Money in minor units. */
export type Sum = { figure: FigureName; of: string; currency: string; value: number }

/** Why a figure here is another one than the documents'. */
export const differenceCauses = ['aside', 'kept', 'edited', 'not_granted', 'no_hash_settings'] as const
export type DifferenceCause = (typeof differenceCauses)[number]

export type Difference = Omit<Sum, 'value'> & {
  /** Of the merchant; null of months, roles and merchants that are not here. */
  name: string | null
  documents: number
  /** Of the rows that these documents became. */
  rows: number
  /** A counter that does not say what the rows of its merchant add up to; null where it does. */
  counter: { counted: number; rows: number } | null
  /** What of the difference each accounts for, in the unit of the figure. */
  causes: { cause: DifferenceCause; value: number }[]
  /** Whether the causes account for all of it. */
  isExplained: boolean
}

/** Documents of a kind that were read, and those of which it is known what became of them. */
export type LostDocuments = { kind: DocumentKind; read: number; accounted: number }

export type Comparison = {
  /** How many sums were compared. */
  sums: number
  differences: Difference[]
  /** More than are listed. */
  more: number
  lost: LostDocuments[]
}

/** Of a run: what its documents add up to while it is read, and what came of that in the end. */
export type RunFigures = { sums: Sum[]; documents: { [Kind in DocumentKind]?: number }; comparison: Comparison | null }

export const comparisonLimits = { differences: 200 } as const

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

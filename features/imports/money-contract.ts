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

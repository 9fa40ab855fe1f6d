/** Spec §9: the factor by which the console turns weekly amounts into monthly ones. */
export const weeksPerMonth = 4.333

/** Before the platform's fee, card costs and tax. An estimate: nothing is rounded but what is shown. */
export function estimateMonth({ passHolders, priceMinor, drinksPerWeek, costMinor }: EstimateDetails): Estimate {
  const salesMinor = passHolders * priceMinor
  const drinks = passHolders * drinksPerWeek * weeksPerMonth
  const costsMinor = drinks * costMinor
  return {
    salesMinor,
    drinks,
    costsMinor,
    leftMinor: salesMinor - costsMinor,
    perDrinkMinor: salesMinor / drinks,
    costShare: Math.min(1, costsMinor / salesMinor),
  }
}

/** Inputs of the estimator on `/partners`. Amounts are in cents. */
export type EstimateDetails = {
  passHolders: number
  /** Price of one pass per month. */
  priceMinor: number
  /** Per pass holder. */
  drinksPerWeek: number
  /** The venue's cost of one drink. */
  costMinor: number
}

type Estimate = {
  /** Pass sales of a month. */
  salesMinor: number
  /** Drinks a month, not rounded. */
  drinks: number
  costsMinor: number
  /** Sales less costs of the drinks; below 0 where the drinks cost more. */
  leftMinor: number
  perDrinkMinor: number
  /** Costs divided by sales, from 0 to 1. */
  costShare: number
}

export const estimateCurrency = 'usd'

type Range = { min: number; max: number; step: number }

export const estimateRanges = {
  passHolders: { min: 5, max: 300, step: 5 },
  priceMinor: { min: 1_000, max: 8_000, step: 100 },
  drinksPerWeek: { min: 0.5, max: 7, step: 0.5 },
  costMinor: { min: 20, max: 400, step: 10 },
} as const satisfies Record<keyof EstimateDetails, Range>

export const estimateStart: EstimateDetails = { passHolders: 60, priceMinor: 2_900, drinksPerWeek: 4, costMinor: 90 }

/** The rows of the table below the estimator. */
export const workedExamples: readonly EstimateDetails[] = [25, 60, 120].map((passHolders) => ({
  ...estimateStart,
  passHolders,
}))

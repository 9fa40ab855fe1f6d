import type { Estimate, EstimateFacts } from './estimate-contract'

/** Spec §9: the factor by which the console turns weekly amounts into monthly ones. */
export const weeksPerMonth = 4.333

/** Before the platform's fee, card costs and tax. An estimate: nothing is rounded but what is shown. */
export function estimateMonth({ passHolders, priceMinor, drinksPerWeek, costMinor }: EstimateFacts): Estimate {
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

import { currencyDecimals } from './decimals'

/** The decimals that this engine gives to currencies: what amounts of versions before decision 0091 were written with. */
export function engineDecimals(): Record<string, number> {
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(currencyDecimals())])
  return Object.fromEntries(
    [...codes].map((currency) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      return [currency.toLowerCase(), format.resolvedOptions().maximumFractionDigits ?? 2]
    }),
  )
}

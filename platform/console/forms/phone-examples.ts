import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'
import { countryCodeOf } from '@quaff/platform/shared/fields/country-codes'

/** Returns an example number of a typed country in its international form, or undefined if the country is unknown. */
export function phoneExampleOf(country: string): string | undefined {
  const code = countryCodeOf(country)
  if (code === undefined || !isSupportedCountry(code)) return undefined
  return getExampleNumber(code, examples)?.formatInternational()
}

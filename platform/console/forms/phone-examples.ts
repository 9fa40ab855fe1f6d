import parsePhoneNumber, { getExampleNumber, isSupportedCountry } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'
import { countryCodeOf } from '@quaff/platform/shared/fields/country-codes'

/** Returns an example number of a typed country in its international form, or undefined if the country is unknown. */
export function phoneExampleOf(country: string): string | undefined {
  const code = countryCodeOf(country)
  if (code === undefined || !isSupportedCountry(code)) return undefined
  return getExampleNumber(code, examples)?.formatInternational()
}

/** Returns a number with its country's spaces, or as it is if it has no country or an extension. */
export function formatPhone(stored: string): string {
  const number = parsePhoneNumber(stored)
  return number && !number.ext ? number.formatInternational() : stored
}

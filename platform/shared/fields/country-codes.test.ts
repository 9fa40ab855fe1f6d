import { expect, it } from 'vitest'
import { countryCodeOf } from './country-codes'

it.each([
  ['CH', 'CH'],
  ['ch', 'CH'],
  [' Schweiz ', 'CH'],
  ['Suisse', 'CH'],
  ['United States', 'US'],
  ['usa', 'US'],
  ['Estados Unidos', 'US'],
  ['UK', 'GB'],
  ['Scotland', 'GB'],
  ['Germany', 'DE'],
  ['Magyarország', 'HU'],
  ['日本', 'JP'],
  ['المملكة العربية السعودية', 'SA'],
  ['Ísland', undefined],
  ['Hungary', 'HU'],
  ['Japan', 'JP'],
  ['Saudi-Arabien', 'SA'],
  ['Atlantis', undefined],
  ['', undefined],
])('%j is the country %s', (typed, code) => {
  expect(countryCodeOf(typed)).toBe(code)
})

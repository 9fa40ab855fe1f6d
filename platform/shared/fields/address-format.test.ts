import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressParts, tidyPostalCode } from './address'
import { addressFormOf, addressLine, addressLines, addressWarnings, countryOptions } from './address-format'

const places = {
  US: { line1: '548 Market St', line2: 'Floor 2', city: 'San Francisco', region: 'ca', postalCode: '94104' },
  CH: { line1: 'Bahnhofstrasse 1', city: 'Zürich', postalCode: '8001' },
  DE: { line1: 'Torstraße 12', city: 'Berlin', postalCode: '10119' },
  GB: { line1: '10 Downing Street', city: 'London', postalCode: 'sw1a 2aa' },
  IE: { line1: '5 O’Connell Street', city: 'Dublin', region: 'Co. Dublin', postalCode: 'd01 f5p2' },
  JP: {
    line1: '千代田1-1',
    line2: '丸の内ビル3階',
    city: '千代田区',
    region: '東京都',
    postalCode: '〒１００－０００１',
  },
  HU: { line1: 'Kossuth Lajos utca 7', city: 'Budapest', postalCode: '1053' },
  SA: { line1: 'شارع الملك فهد ٧', city: 'الرياض', postalCode: '١٢٢١١' },
  BR: { line1: 'Rua Augusta, 1500', city: 'São Paulo', region: 'sp', postalCode: '01304-001' },
  FR: { line1: '12 rue de l’Église', city: 'Paris', postalCode: '75011' },
  NL: { line1: 'Keizersgracht 123', city: 'Amsterdam', postalCode: '1015 cj' },
  KR: { line1: '세종대로 110', city: '중구', region: '서울특별시', postalCode: '04524' },
  HK: { line1: '中環皇后大道中1號', city: '中環', region: '香港島' },
  IN: { line1: '12 MG Road', city: 'Bengaluru', region: 'Karnataka', postalCode: '560001' },
}
type Country = keyof typeof places
const at = (country: Country) => ({ ...places[country], country })

describe('an address', () => {
  it.each<[Country, string[]]>([
    ['US', ['548 Market St', 'Floor 2', 'San Francisco, CA 94104', 'United States']],
    ['CH', ['Bahnhofstrasse 1', '8001 Zürich', 'Switzerland']],
    ['DE', ['Torstraße 12', '10119 Berlin', 'Germany']],
    ['GB', ['10 Downing Street', 'London', 'SW1A 2AA', 'United Kingdom']],
    ['IE', ['5 O’Connell Street', 'Dublin', 'Co. Dublin', 'D01 F5P2', 'Ireland']],
    ['JP', ['〒100-0001', '東京都千代田区', '千代田1-1', '丸の内ビル3階', 'Japan']],
    ['HU', ['Budapest', 'Kossuth Lajos utca 7', '1053', 'Hungary']],
    ['SA', ['شارع الملك فهد ٧', 'الرياض 12211', 'Saudi Arabia']],
    ['BR', ['Rua Augusta, 1500', 'São Paulo-SP', '01304-001', 'Brazil']],
    ['FR', ['12 rue de l’Église', '75011 Paris', 'France']],
    ['NL', ['Keizersgracht 123', '1015 CJ Amsterdam', 'Netherlands']],
    ['KR', ['서울특별시 중구', '세종대로 110', '04524', 'South Korea']],
    ['HK', ['香港島', '中環', '中環皇后大道中1號', 'Hong Kong']],
    ['IN', ['12 MG Road', 'Bengaluru 560001', 'Karnataka', 'India']],
  ])('in %s is written as people write it there, and nothing of it looks unusual', (country, lines) => {
    expect(addressLines(at(country))).toEqual(lines)
    expect(addressLine(at(country))).toBe(lines.join(', '))
    expect(addressWarnings(at(country))).toEqual([])
  })

  it('in Latin letters follows the order for letters from abroad', () => {
    const tokyo = { line1: '1-1 Chiyoda', city: 'Chiyoda-ku', region: 'Tokyo', postalCode: '100-0001', country: 'JP' }
    expect(addressLines(tokyo)).toEqual(['1-1 Chiyoda', 'Chiyoda-ku, Tokyo', '100-0001', 'Japan'])
    const central = { line1: '1 Queen’s Road', city: 'Central', region: 'Hong Kong Island', country: 'HK' }
    expect(addressLines(central)).toEqual(['1 Queen’s Road', 'Central', 'Hong Kong Island', 'Hong Kong'])
  })

  it.each<[Country, string]>([
    ['US', 'SAN FRANCISCO, CA 94104'],
    ['GB', 'LONDON'],
    ['FR', '75011 PARIS'],
    ['DE', '10119 Berlin'],
    ['CH', '8001 Zürich'],
  ])('on paper in %s has the capitals of the post: %s', (country, line) => {
    expect(addressLines(at(country), { capitals: true })).toContain(line)
  })

  it.each(['Schweiz', 'Suisse', 'ch', 'スイス', '스위스', 'Svájc'])(
    'takes the stored country %s for Switzerland',
    (country) => {
      expect(addressLine({ ...places.CH, country })).toBe('Bahnhofstrasse 1, 8001 Zürich, Switzerland')
    },
  )

  it('keeps a country that is no country, and the order of addresses without one', () => {
    const address = { line1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701' }
    expect(addressLine({ ...address, country: 'Atlantis' })).toBe('1 Main St, Austin, TX 78701, Atlantis')
    expect(addressLine(address)).toBe('1 Main St, Austin, TX 78701')
  })

  it.each([
    [{}, ''],
    [{ line1: ' ', city: 'Austin' }, 'Austin'],
    [{ country: 'US' }, 'United States'],
    [{ region: 'CA', country: 'US' }, 'CA, United States'],
    [{ city: 'Austin', postalCode: '78701', country: 'US' }, 'Austin, 78701, United States'],
    [{ city: 'Luxembourg', country: 'LU' }, 'Luxembourg, Luxembourg'],
    [{ city: 'Luxembourg', postalCode: 'L-1234', country: 'LU' }, 'L-1234 Luxembourg, Luxembourg'],
    [{ region: 'SP', country: 'BR' }, 'SP, Brazil'],
    [{ line1: '東京', country: 'JP' }, '東京, Japan'],
    [
      { line1: '1 Fullerton Rd', city: 'Singapore', postalCode: '049213', country: 'SG' },
      '1 Fullerton Rd, Singapore 049213, Singapore',
    ],
  ])('leaves out missing parts with their commas: %j', (address, text) => {
    expect(addressLine(address)).toBe(text)
  })

  it('shows every stored part, also those that its country does not use', () => {
    expect(addressLines({ ...at('CH'), region: 'ZH' })).toEqual([
      'Bahnhofstrasse 1',
      '8001 Zürich',
      'ZH',
      'Switzerland',
    ])
    expect(addressLines({ ...at('HK'), postalCode: '999077' })).toContain('999077')
    const words = fc.record(Object.fromEntries(addressParts.map((part) => [part, fc.constant(`x${part}x`)])))
    fc.assert(
      fc.property(words, fc.constantFrom('', ...countryOptions().map(({ value }) => value)), (parts, country) => {
        const text = addressLine({ ...parts, country }).toLowerCase()
        for (const part of addressParts.slice(0, -1)) expect(text).toContain(`x${part}x`.toLowerCase())
      }),
    )
  })
})

describe('the form of an address', () => {
  it.each([
    ['US', 'City, State, ZIP code'],
    ['CA', 'City, Province, Postal code'],
    ['GB', 'Town or city, County, Postcode'],
    ['AU', 'Suburb, State, Postcode'],
    ['IE', 'City, County, Eircode'],
    ['JP', 'City, Prefecture, Postal code'],
    ['CH', 'City, Canton, Postal code'],
    ['IN', 'City, State, PIN code'],
    ['AE', 'City, Emirate, Postal code'],
    ['HK', 'District, Area, Postal code'],
    ['KR', 'City, Province or city, Postal code'],
    ['', 'City, State or region, Postal code'],
    ['Atlantis', 'City, State or region, Postal code'],
  ])('in %s asks for %s', (country, labels) => {
    expect(Object.values(addressFormOf(country).labels).join(', ')).toBe(labels)
  })

  it.each([
    ['US', 'line1 line2 city region postalCode', ''],
    ['CH', 'line1 line2 postalCode city region', 'region'],
    ['JP', 'postalCode region city line1 line2', ''],
    ['HU', 'city line1 line2 postalCode region', 'region'],
    ['HK', 'region city line1 line2 postalCode', 'postalCode'],
    ['AE', 'line1 line2 city region postalCode', 'postalCode'],
    ['', 'line1 line2 city region postalCode', ''],
  ])('in %s has the order %s', (country, parts, unusual) => {
    const form = addressFormOf(country)
    expect(form.parts.join(' ')).toBe(parts)
    expect([...form.unusual].join(' ')).toBe(unusual)
  })

  it('asks for every part once in every country', () => {
    for (const { value } of countryOptions())
      expect(addressFormOf(value).parts.toSorted()).toEqual(['city', 'line1', 'line2', 'postalCode', 'region'])
  })
})

describe('an unusual address', () => {
  it.each([
    ['US', '9410', 'ZIP code looks unusual. Example: 95014.'],
    ['CH', '80010', 'Postal code looks unusual. Example: 2544.'],
    ['GB', 'SW1', 'Postcode looks unusual. Example: EC1Y 8SY.'],
    ['IN', '56000', 'PIN code looks unusual. Example: 110034.'],
    ['IE', 'D01', 'Eircode looks unusual. Example: A65 F4E2.'],
    ['NL', '1015', 'Postal code looks unusual. Example: 1234 AB.'],
  ] as const)('in %s with the code %s is explained: %s', (country, postalCode, text) => {
    expect(addressWarnings({ ...at(country), postalCode })).toEqual([text])
  })

  it.each([
    ['CH', 'CH-8001'],
    ['US', '94104-1010'],
    ['US', '９４１０４'],
    ['GB', 'sw1a2aa'],
    ['JP', '1000001'],
    ['JP', '〒100ー0001'],
    ['BR', '01304001'],
    ['FR', '75 011'],
  ] as const)('in %s is not one with the code %s', (country, postalCode) => {
    expect(addressWarnings({ ...at(country), postalCode })).toEqual([])
  })

  it('names the parts that its country needs', () => {
    expect(addressWarnings({ line1: '1 Main St', country: 'US' })).toEqual([
      'Addresses there usually have: City, State, ZIP code.',
    ])
    expect(addressWarnings({ city: 'Zürich', country: 'CH' })).toEqual(['Addresses there usually have: Postal code.'])
    expect(addressWarnings({ city: 'Atlantis City', country: 'Atlantis' })).toEqual([])
  })
})

it.each([
  ['  sw1a   1aa ', 'SW1A 1AA'],
  ['〒１００－０００１', '100-0001'],
  ['１２２１１', '12211'],
  ['١٢٢١١', '12211'],
  ['\u200E10119\u200E', '10119'],
  ['', ''],
])('stores the postal code %j as %j', (typed, stored) => {
  expect(tidyPostalCode(typed)).toBe(stored)
})

it('lists every country once by its name', () => {
  const names = countryOptions().map(({ label }) => label)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(240)
  for (const name of ['Côte d’Ivoire', 'Hong Kong', 'Kosovo', 'Macao', 'Switzerland', 'Taiwan'])
    expect(names).toContain(name)
})

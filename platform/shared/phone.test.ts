import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js'
import examples from 'libphonenumber-js/examples.mobile.json'
import { expect, it } from 'vitest'
import { formSchema } from './fields/field-schemas'
import { phone } from './fields/form-fields'
import { isPhoneNumber, normalizePhone, phoneError, phoneText } from './phone'

it.each(['(415) 555-2671', '+44 20 7946 0958', '+49 431 1', '415.555.2671', '415 555 2671 ext 5', '555-0100 x12'])(
  'accepts %j as a phone number',
  (typed) => {
    expect(isPhoneNumber(typed)).toBe(true)
    expect(formSchema(phone()).parse(` ${typed} `)).toBe(typed)
  },
)

it.each([
  ['(+44) 20 7946 0958', '(+44) 20 7946 0958'],
  ['415–555–2671', '415-555-2671'],
  ['415‑555‑2671', '415-555-2671'],
  ['415−555—2671', '415-555-2671'],
  ['tel:+14155552671', '+14155552671'],
  ['TEL:+1-415-555-2671;ext=12', '+1-415-555-2671 ext. 12'],
  ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
  ['۰۲۱ ۱۲۳۴۵۶۷', '021 1234567'],
  ['०११ २३४५६७८', '011 2345678'],
  ['０３−１２３４−５６７８', '03-1234-5678'],
  ['（０３）１２３４ー５６７８', '(03)1234-5678'],
  ['＋８１　３　１２３４　５６７８', '+81 3 1234 5678'],
  ['1-800-FLOWERS', '1-800-FLOWERS'],
  ['+1 415 555 2671,12', '+1 415 555 2671 ext. 12'],
  ['+1 415 555 2671, 12', '+1 415 555 2671 ext. 12'],
  ['\u202a+41 44 668 18 00\u202c', '+41 44 668 18 00'],
  ['\u2068+1 415 555 2671\u2069', '+1 415 555 2671'],
  ['+1\ufe0d-555-123-4567', '+1-555-123-4567'],
  ['+41 44\u00ad 668\u00a018\u202f00', '+41 44 668 18 00'],
])('reads %j as %j', (typed, stored) => {
  expect(phoneError(typed)).toBeNull()
  expect(formSchema(phone()).parse(typed)).toBe(stored)
  expect(normalizePhone(stored)).toBe(stored)
})

it.each([
  'abc',
  'call me',
  '12',
  '+',
  '()',
  '5550100; drop',
  '5550100 drop table',
  '1'.repeat(21),
  '++41 44',
  '1-800-A',
])('rejects %j, on the server and in forms', (typed) => {
  expect(phoneError(typed)).toBe(phoneText)
  expect(formSchema(phone()).safeParse(typed).success).toBe(false)
})

it('leaves an empty number to the field', () => {
  expect([phoneError(' '), formSchema(phone()).parse(' ')]).toEqual([null, ''])
})

it('answers at once for a long hostile text', () => {
  for (const part of ['1', ' ', '-', '(', 'x1', ',', '1 A']) expect(isPhoneNumber(part.repeat(200_000))).toBe(false)
})

const sets = [
  '0123456789',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '০১২৩৪৫৬৭৮৯',
  '０１２３４５６７８９',
  '๐๑๒๓๔๕๖๗๘๙',
].map((set) => [...set])
const dashes = ['-', '–', '‑', '−', '－', '‐']
const marks = ['', '\u200e', '\u202a', '\u2068', '\u00ad', '\ufeff']

it('reads an example number of every country as itself, however it is written', () => {
  const example = fc.constantFrom(...getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []))
  const form = fc.constantFrom('national' as const, 'international' as const, 'e164' as const, 'uri' as const)
  const [digits, dash, mark] = [fc.constantFrom(...sets), fc.constantFrom(...dashes), fc.constantFrom(...marks)]
  fc.assert(
    fc.property(example, form, digits, dash, mark, (number, kind, set, one, hidden) => {
      const forms = {
        national: number.formatNational(),
        international: number.formatInternational(),
        e164: number.number,
        uri: number.getURI(),
      }
      const typed = forms[kind]
      const pasted = `${hidden}${typed.replaceAll(/\d/g, (digit) => set[Number(digit)] ?? '').replaceAll('-', one)}${hidden}`
      const stored = formSchema(phone()).parse(pasted)
      expect(stored).toBe(typed.replace('tel:', ''))
      expect(formSchema(phone()).parse(stored)).toBe(stored)
    }),
    { numRuns: 2_000 },
  )
})

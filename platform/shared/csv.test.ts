import { expect, it } from 'vitest'
import { csvText, headingKey, safeCell, withoutGuard } from './csv'

it('quotes what would break a line, keeps numbers and makes formulas plain text', () => {
  expect(
    csvText([
      ['Name', 'Change'],
      ['Alder, "Main"', -4.5],
      ['=1+1', null],
      ['two\nlines', 0],
    ]),
  ).toBe('\uFEFFName,Change\r\n"Alder, ""Main""",-4.5\r\n\'=1+1,\r\n"two\nlines",0\r\n')
})

it.each(['=1+1', '+1 555 0100', '-4', '@name', '\t=1', ' ＝1', 'plain', "'s-Gravenhage", ''])(
  'gives %j back as it was',
  (text) => {
    expect(withoutGuard(safeCell(text))).toBe(text)
  },
)

it('knows a heading whatever its case, blanks and hyphens', () => {
  expect(['Postal code', 'postal_code', 'POSTAL-CODE*', 'postalCode'].map(headingKey)).toEqual(
    Array.from({ length: 4 }, () => 'postalcode'),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLayout, csvText, safeCell, withoutGuard } from './csv'
import { csvDialects, headingKey } from './csv-format'

it('quotes cells that would break a line, keeps numbers and makes formulas plain text', () => {
  expect(
    csvText([
      ['Name', 'Change'],
      ['Alder, "Main"', -4.5],
      ['=1+1', null],
      ['two\nlines', 0],
    ]),
  ).toBe('\uFEFFName,Change\r\n"Alder, ""Main""",-4.5\r\n\'=1+1,\r\n"two\nlines",0\r\n')
})

it.each(
  ['=1+1', '+1 555 0100', '-4', '@name', '\t=1', ' ＝1', 'plain', "'s-Gravenhage", ''].concat([
    'x;=1+1;y',
    "'=1",
    "x;'=1",
    'x;"=1";y',
    'a\n-b\r\n\t\t+c',
    '\0=1',
    "'\tx",
    'Alder, -4',
    "a,'=1",
  ]),
)('returns %j unchanged after a round trip', (text) => {
  for (const dialect of csvDialects) expect(withoutGuard(safeCell(text, dialect), dialect)).toBe(text)
})

it.each([
  '+41 44 668 18 00',
  '+41446681800',
  '+1 (415) 555-2671',
  '+55 11 99999-9999',
  '+41.44.668.18.00',
  '+1\u00A0415\u00A05552671',
])('leaves the phone number %s as it is', (phone) => {
  for (const dialect of csvDialects) {
    expect(safeCell(phone, dialect)).toBe(phone)
    expect(withoutGuard(`'${phone}`, dialect)).toBe(phone)
    expect(withoutGuard(safeCell(`'${phone}`, dialect), dialect)).toBe(`'${phone}`)
  }
})

it.each([
  '-5',
  '=1+1',
  '@home',
  '+Plus Coffee',
  '-Minus Bar',
  '+1-555-123-4567',
  '+1-(555)-1234567',
  '+41446681800*2',
  '+41 44 668 18 00+A1',
  "+cmd|' /C calc'!A0",
  '+49 1',
])('keeps %j harmless', (text) => {
  for (const dialect of csvDialects) expect(safeCell(text, dialect)).toBe(`'${text}`)
})

it.each([
  ['sep=;\r\na,b;c', { separator: ';', rows: 'a,b;c' }],
  ['\uFEFF"sep=\t"\na;b', { separator: '\t', rows: 'a;b' }],
  ['SEP=|;;\ra|b', { separator: '|', rows: 'a|b' }],
  ['"a,b,c";d\r1;2', { separator: ';', rows: '"a,b,c";d\r1;2' }],
  ['sep=x\na\tb', { separator: '\t', isOneColumn: true, rows: 'sep=x\na\tb' }],
  ['Name\nCafé, Bar', { separator: '\t', isOneColumn: true, rows: 'Name\nCafé, Bar' }],
])('reads the separator of %j', (csv, layout) => {
  expect(csvLayout(csv)).toEqual(layout)
})

it('recognizes a heading despite case, blanks and hyphens', () => {
  expect(['Postal code', 'postal_code', 'POSTAL-CODE*', 'postalCode'].map(headingKey)).toEqual(
    Array.from({ length: 4 }, () => 'postalcode'),
  )
})

it('writes semicolons and decimal commas for spreadsheets that need them', () => {
  const rows = [
    ['Name', { decimal: '-29.00' }, 4.5, null],
    ['Alder, Main; "x"', '1.5', -1_000, 'a,=1+1'],
  ]
  expect(csvText(rows, 'semicolon')).toBe('\uFEFFName;-29,00;4,5;\r\n"Alder, Main; ""x""";1.5;-1000;"a,\'=1+1"\r\n')
})

it('writes semicolons and decimal points for Excel in Switzerland', () => {
  expect(csvText([['Alder; Main', { decimal: '-29.00' }, 4.5, 'a,=1+1']], 'swiss')).toBe(
    '\uFEFF"Alder; Main";-29.00;4.5;"a,\'=1+1"\r\n',
  )
})

it.each([
  ['comma', ';'],
  ['comma', '\t'],
  ['semicolon', ','],
  ['semicolon', '\t'],
] as const)('with %s leaves no formula in programs that split cells at %j', (dialect, separator) => {
  const signs = fc.constantFrom(...'=+-@＝')
  const text = fc.array(fc.oneof(signs, fc.constantFrom(';', '\t', '\n', '\r', '"', "'", ' ', ',', '\u200B', 'x')))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      const written = rows.map((row) => row.map((cell) => cell.join('')))
      for (const cell of written.flat()) expect(withoutGuard(safeCell(cell, dialect), dialect)).toBe(cell)
      const cells = csvText(written, dialect)
        .slice(1)
        .split(/\r\n|\r|\n/)
        .flatMap((line) => line.split(separator))
      // Some programs remove the quotes, others the invisible characters.
      expect(
        cells.map((cell) => cell.replaceAll(/["\s\p{Cf}]/gu, '')).filter((cell) => /^[=+\-@＝]/.test(cell)),
      ).toEqual([])
    }),
  )
})

it('keeps a name with a semicolon and a formula plain in an export', () => {
  expect(csvText([['id', 'x;=1+1;y']])).toBe('\uFEFFid,"x;\'=1+1;y"\r\n')
})

it('keeps a formula behind a tab harmless', () => {
  expect(safeCell('\t=1')).toBe("'\t'=1")
})

import { expect, it } from 'vitest'
import { csvDialects } from '../../shared/csv-format'
import { csvLines, readCsvLines } from './csv'

const trimmed = (csv: string) => readCsvLines(csv, (cell) => cell.trim())

it.each([
  ['commas', '\uFEFFname,city\r\nPier, Kiel\r\n'],
  ['semicolons', 'name;city\nPier;Kiel'],
  ['a named separator', 'sep=;\r\nname;city\r\nPier;Kiel\r\n'],
  ['the line breaks of an old Mac', 'name;city\rPier;Kiel\r'],
  ['tabs', 'name\tcity\nPier\tKiel\n\n\t\n'],
])('reads %s, without blank lines', (_separator, csv) => {
  expect(trimmed(csv)).toEqual([
    { line: 1, record: ['name', 'city'] },
    { line: 2, record: ['Pier', 'Kiel'] },
  ])
})

it('counts as a spreadsheet does where a cell spans lines', () => {
  expect(trimmed('name\n"Pier\none"\nQuay').map(({ line }) => line)).toEqual([1, 3, 4])
})

it('leaves out cells beyond a hundred columns', () => {
  expect(trimmed(Array.from({ length: 120 }, (_, at) => `c${at}`).join(','))[0]?.record).toHaveLength(100)
})

it('refuses what is no CSV in a sentence', () => {
  expect(() => trimmed('name\n"Pier')).toThrow('Couldn’t read the file as CSV. Save it again as CSV (UTF-8).')
})

it('refuses letters that were lost before, with their line', () => {
  expect(() => trimmed('name\nPier\nCaf\uFFFD')).toThrow(
    'Line 3 has a \uFFFD where a letter was lost. Save the original file again as CSV UTF-8.',
  )
})

it.each(csvDialects)('gives back what was exported with %s', (dialect) => {
  const texts = ['Alder, -4', 'x;=1+1', "a,'=1", "'s-Gravenhage, +1", '=1+1', '\t-4', 'two\n+lines', 'plain']
  const rows = [['name', 'notes'], ...texts.map((text) => [text, 'b'])]
  expect(readCsvLines(csvLines(rows, dialect)).map(({ record }) => record)).toEqual(rows)
})

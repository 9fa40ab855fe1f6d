import { expect, it } from 'vitest'
import { describeColumns, namedHeadings, placeColumns } from './file-columns'

const columnOf = (heading: string) => (['name', 'city'] as const).find((column) => column === heading.toLowerCase())
const file = [
  ['Filiale', 'City', '', 'city', ''],
  ['', 'Kiel', '', '', ''],
  ['Harbour', '', 'x'.repeat(100), '', ''],
]

it('unknown columns are asked about with an example, except those without content', () => {
  const described = describeColumns(file, placeColumns(file[0] ?? [], columnOf), ['name'])
  expect(described).toEqual({
    knownColumns: ['city'],
    unknownColumns: [
      { position: 0, heading: 'Filiale', sample: 'Harbour', column: null },
      { position: 2, heading: '', sample: 'x'.repeat(60), column: null },
      { position: 3, heading: 'city', sample: '', column: null },
    ],
    missingColumns: ['name'],
  })
})

it('a column chosen by hand is no longer missing, can be changed, and names the heading', () => {
  const headings = file[0] ?? []
  const described = describeColumns(file, placeColumns(headings, columnOf, [{ position: 0, column: 'name' }]), ['name'])
  expect(described).toMatchObject({ knownColumns: ['city'], missingColumns: [] })
  expect(described.unknownColumns[0]).toMatchObject({ heading: 'Filiale', column: 'name' })
  expect(namedHeadings(headings, described)).toEqual(['name', 'City', '', 'city', ''])
})

it('the first of two equal columns wins', () => {
  const twice = [
    { position: 2, column: 'name' },
    { position: 0, column: 'name' },
  ] as const
  expect([...placeColumns(file[0] ?? [], columnOf, twice).columns]).toEqual([
    ['name', 2],
    ['city', 1],
  ])
})

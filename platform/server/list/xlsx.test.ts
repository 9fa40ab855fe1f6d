import { streamXlsxRows, readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { type SheetCell, type SheetColumn, xlsxPieces } from './xlsx'

const zurich = { name: 'redemptions', zone: 'Europe/Zurich' }

async function* pagesWith(...pages: SheetCell[][][]) {
  yield* pages
}

async function workbookOf(columns: SheetColumn[], ...pages: SheetCell[][][]) {
  const pieces: Uint8Array[] = []
  for await (const piece of xlsxPieces(zurich, columns, pagesWith(...pages))) pieces.push(piece)
  return new Uint8Array(Buffer.concat(pieces))
}

async function rowsOf(columns: SheetColumn[], ...pages: SheetCell[][][]) {
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(await workbookOf(columns, ...pages))) rows.push(values)
  return rows
}

it('has numbers, local times and text, over all pages', async () => {
  const columns: SheetColumn[] = [
    { header: 'ID' },
    { header: 'Redeemed (Europe/Zurich)', kind: 'instant' },
    { header: 'Amount', kind: 'amount' },
    { header: 'Count' },
    { header: 'Live' },
  ]
  const winter = new Date('2026-11-30T22:30:00.999Z')
  const summer = new Date('2026-07-01T22:30:00Z')
  const rows = await rowsOf(
    columns,
    [],
    [['0012', winter, { decimal: '-29.05' }, 3, true]],
    [['007', summer, null, 0, false]],
  )
  expect(rows).toEqual([
    ['ID', 'Redeemed (Europe/Zurich)', 'Amount', 'Count', 'Live'],
    ['0012', new Date('2026-11-30T23:30:00Z'), -29.05, 3, 'yes'],
    ['007', new Date('2026-07-02T00:30:00Z'), null, 0, 'no'],
  ])
})

it.each([
  ['yen', [['2980'], ['-12']], '#,##0'],
  ['yen and dollars', [['2980'], ['29.00']], '#,##0.00#'],
] as const)('shows amounts in %s with their decimals', async (_, amounts, format) => {
  const page = amounts.map(([decimal]): SheetCell[] => [{ decimal }])
  const formatsOf = async (...pages: SheetCell[][][]) => {
    const book = await readXlsx(await workbookOf([{ header: 'Amount', kind: 'amount' }], ...pages), {
      readStyles: true,
    })
    return [...(book.sheets[0]?.cells?.entries() ?? [])].map(([, { style }]) => style?.numFmt)
  }
  expect(new Set(await formatsOf(page))).toEqual(new Set([format]))
  expect(new Set(await formatsOf(page.slice(0, 1), page.slice(1)))).toEqual(new Set(['#,##0.00#']))
})

it.each([
  '=1+1',
  '+41 44 668 18 00',
  '-Minus Bar',
  '@home',
  '\t=1',
  "'=1",
  '_x0041_',
  '  Café Zürich\n東京 ',
  '00123456789012345678',
])('keeps %j as text, without a formula or an apostrophe', async (text) => {
  const { sheets } = await readXlsx(await workbookOf([{ header: 'Name' }], [[text]]))
  expect(sheets[0]?.rows[1]).toEqual([text])
  expect([...(sheets[0]?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
})

it('keeps a figure with more than 15 digits complete, as text', async () => {
  const digits = '12345678901234567.89'
  expect((await rowsOf([{ header: 'Amount', kind: 'amount' }], [[{ decimal: digits }]]))[1]).toEqual([digits])
})

it('leaves out what a workbook cannot hold', async () => {
  const text = `a\uD800b\uFFFE${'c'.repeat(40_000)}`
  const cell = (await rowsOf([{ header: 'Notes' }], [[text]]))[1]?.[0]
  expect(cell).toBe(`ab${'c'.repeat(32_764)}…`)
})

it('freezes the heading and fits columns to the first page', async () => {
  const bytes = await workbookOf(
    [{ header: 'ID' }, { header: 'At', kind: 'instant' }, { header: 'Notes' }],
    [['abcdefghijkl', new Date(0), 'x'.repeat(500)]],
  )
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]).toMatchObject({ name: 'redemptions', freezePane: { rows: 1 } })
  expect(sheets[0]?.columns?.map(({ width }) => width)).toEqual([14, 22, 48])
})

it('has its heading without rows too', async () => {
  expect(await rowsOf([{ header: 'ID' }])).toEqual([['ID']])
  expect(await rowsOf([{ header: 'ID' }], [])).toEqual([['ID']])
})

it('reads pages only as they are wanted, and ends them with the download', async () => {
  let read = 0
  let hasEnded = false
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  async function* endless(): AsyncGenerator<SheetCell[][]> {
    try {
      for (;;) {
        read += 1
        yield Array.from({ length: 500 }, (_, at) => [`${letters}${read * 7919}${at * 104_729}`])
      }
    } finally {
      hasEnded = true
    }
  }
  const pieces = xlsxPieces(zurich, [{ header: 'ID' }], endless())
  await pieces.next()
  await pieces.return(undefined)
  expect(hasEnded).toBe(true)
  expect(read).toBeLessThan(200)
})

it('fails if its rows fail', async () => {
  async function* broken(): AsyncGenerator<SheetCell[][]> {
    yield [['a']]
    throw new Error('The connection is gone')
  }
  const all = async () => {
    for await (const _ of xlsxPieces(zurich, [{ header: 'ID' }], broken()));
  }
  await expect(all()).rejects.toThrow('The connection is gone')
})

import { writeXlsx } from 'hucre/xlsx'
import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readCsvLines } from './csv'
import { readWorkbook } from './read-workbook'
import { xlsxPieces } from './xlsx'

const sheet = (...rows: (string | number | boolean | Date | null)[][]) =>
  writeXlsx({ sheets: [{ name: 'Locations', rows }] })
const linesOf = async (bytes: Uint8Array) => readCsvLines((await readWorkbook(bytes)).csv)

it('reads numbers, dates, times, yes and no, and text of any script as a person sees them', async () => {
  const lines = await linesOf(
    await sheet(
      ['name', 'phone', 'latitude', 'opened', 'at', 'live'],
      [
        'Café Zürich',
        '+41 44 668 18 00',
        47.3769,
        new Date('2026-11-30T00:00:00Z'),
        new Date('2026-11-30T23:30:00Z'),
        true,
      ],
      ['東京, "Main"', "'=1", -0.5, null, new Date('2026-11-30T23:30:05Z'), false],
      ['=1+1\nnext', '00123', 3, null, null, null],
    ),
  )
  expect(lines.map(({ record }) => record)).toEqual([
    ['name', 'phone', 'latitude', 'opened', 'at', 'live'],
    ['Café Zürich', '+41 44 668 18 00', '47.3769', '2026-11-30', '2026-11-30 23:30', 'yes'],
    ['東京, "Main"', "'=1", '-0.5', '', '2026-11-30 23:30:05', 'no'],
    ['=1+1\nnext', '00123', '3'],
  ])
})

it('keeps the line numbers of the sheet over empty rows', async () => {
  const lines = await linesOf(await sheet(['name'], [null], [''], ['Pier']))
  expect(lines).toEqual([
    { line: 1, record: ['name'] },
    { line: 4, record: ['Pier'] },
  ])
})

it('gives back what an export wrote', async () => {
  async function* pages() {
    yield [['Café Noël', '+41446681800', { decimal: '-29.05' }, '_x0041_']]
  }
  const pieces: Uint8Array[] = []
  const columns = ['Name', 'Phone', 'Amount', 'Code'].map((header) => ({ header }))
  for await (const piece of xlsxPieces({ name: 'a', zone: 'UTC' }, columns, pages())) pieces.push(piece)
  const lines = await linesOf(new Uint8Array(Buffer.concat(pieces)))
  expect(lines[1]?.record).toEqual(['Café Noël', '+41446681800', '-29.05', '_x0041_'])
})

it('reads the first sheet that is not hidden', async () => {
  const rowsOf = (name: string) => [['name'], [name]]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Lists', rows: rowsOf('Internal'), hidden: true },
      { name: 'Places & "more"', rows: rowsOf('Pier') },
      { name: 'Notes', rows: rowsOf('Other') },
    ],
  })
  expect(await readWorkbook(bytes)).toEqual({ csv: 'name\r\nPier\r\n', sheet: 2, sheets: 3 })
})

it('reads the results of formulas, and the first cell of merged ones', async () => {
  const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
  const rows = [
    row(1, '<c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>sum</t></is></c>'),
    row(2, '<c r="A2" t="str"><f>"Pi"&amp;"er"</f><v>Pier</v></c><c r="B2"><f>[1]Other!A1+1</f><v>2.5</v></c>'),
    row(3, '<c r="A3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B3"><f>NOW()</f></c><c r="D3" t="b"><v>1</v></c>'),
  ]
  const merged = `${rows.join('')}</sheetData><mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells></worksheet>`
  const lines = await linesOf(sheetOf(merged))
  expect(lines.map(({ record }) => record)).toEqual([
    ['name', 'sum'],
    ['Pier', '2.5'],
    ['#DIV/0!', '', '', 'yes'],
  ])
})

it.each([
  ['no rows', sheet(), 'The first sheet is empty. Put the rows there, with column names in the first one.'],
  [
    'too many rows',
    sheet(...Array.from({ length: 20_001 }, () => ['a'])),
    'The first sheet is too long. Split it, or save it as CSV UTF-8.',
  ],
  [
    'too much text',
    sheet(...Array.from({ length: 101 }, () => ['x'.repeat(20_000)])),
    'The first sheet is too long. Split it, or save it as CSV UTF-8.',
  ],
])('refuses a workbook with %s', async (_what, bytes, sentence) => {
  await expect(readWorkbook(await bytes)).rejects.toThrow(sentence)
})

const unreadable = 'Couldn’t read the workbook. Remove its password, or save it as CSV UTF-8.'

/** An archive whose declared sizes are wrong. */
function zipOf(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path)
    const packed = deflateRawSync(content)
    const file = Buffer.alloc(30)
    file.writeUInt32LE(0x04034b50, 0)
    file.writeUInt16LE(8, 8)
    file.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(file, name, packed)
    entries.push(entry, name)
    at += file.length + name.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
const archiveOf = (content: Buffer) => zipOf({ 'xl/sharedStrings.xml': content })

it('refuses an archive that unpacks to more than 64 MB, without unpacking it whole', async () => {
  const bomb = archiveOf(Buffer.alloc(300_000_000))
  expect(bomb.length).toBeLessThan(400_000)
  await expect(readWorkbook(bomb)).rejects.toThrow(unreadable)
})

const sheetOf = (xml: string, strings = '<sst/>') =>
  zipOf({
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': strings,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml}`,
  })
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

it('stops a workbook that never ends, and answers other requests meanwhile', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 10)
  const endless = sheetOf(`<row ${'a'.repeat(60_000_000)}`)
  expect(endless.length).toBeLessThan(100_000)
  await expect(readWorkbook(endless, { timeoutMs: 1_500 })).rejects.toThrow('The first sheet is too long.')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})

it('stops when nobody waits for it any more', async () => {
  const leaving = new AbortController()
  const reading = readWorkbook(sheetOf(`<row ${'a'.repeat(60_000_000)}`), { signal: leaving.signal })
  setTimeout(() => leaving.abort(), 300)
  const startedAt = performance.now()
  await expect(reading).rejects.toMatchObject({ reason: 'CSV' })
  expect(performance.now() - startedAt).toBeLessThan(9_000)
})

it('stops a workbook that fills the memory', async () => {
  const strings = `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>`
  const greedy = sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>', strings)
  await expect(readWorkbook(greedy, { heapMb: 24 })).rejects.toThrow('The first sheet is too long.')
})

it('reads two workbooks at once and the others after them', async () => {
  const bytes = await sheet(['name'], ['Pier'])
  const found = await Promise.all(Array.from({ length: 5 }, () => readWorkbook(bytes)))
  expect(found).toEqual(Array.from({ length: 5 }, () => ({ csv: 'name\r\nPier\r\n', sheet: 1, sheets: 1 })))
})

it('refuses what is no workbook in a sentence', async () => {
  const document = zipOf({ 'word/document.xml': '<w:document/>' })
  await expect(readWorkbook(document)).rejects.toThrow('This isn’t an Excel workbook. Save it as .xlsx or CSV UTF-8.')
  const whole = Buffer.from(await sheet(['name'], ['Pier']))
  const other = archiveOf(Buffer.from('<a/>'))
  for (const bytes of [Buffer.from('PK\x03\x04'), whole.subarray(0, -40), other, Buffer.alloc(100)])
    await expect(readWorkbook(bytes)).rejects.toThrow(unreadable)
})

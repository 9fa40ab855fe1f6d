import { streamXlsxRows } from 'hucre/xlsx'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { workbookLimits } from '../../shared/csv'
import { isRefusal } from '../../shared/refusal'
import { csvLines, csvRefusal } from './csv'
import { workbookTexts, type WorkbookRows } from './read-workbook'

const [bytes] = (await once(process, 'message')) as [Uint8Array]

async function readRows(): Promise<WorkbookRows> {
  const { sheet, sheets } = await unpack()
  const lines: string[][] = []
  let characters = 0
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const row = values.slice(0, maxColumns).map(cellText)
      characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
      if (row.every((cell) => cell === '')) continue
      if (index >= workbookLimits.rows || characters > workbookLimits.characters) throw csvRefusal(tooLong)
      // Empty rows keep the line numbers of the sheet.
      while (lines.length < index) lines.push([''])
      lines.push(row)
    }
  } catch (error) {
    throw isLibraryError(error) ? csvRefusal(unreadable) : error
  }
  if (lines.length === 0)
    throw csvRefusal('The first sheet is empty. Put the rows there, with column names in the first one.')
  return { csv: csvLines(lines), sheet: sheet + 1, sheets }
}

const maxColumns = 100
const maxEntries = 1_000
const { tooLong, unreadable } = workbookTexts

const isLibraryError = (error: unknown) =>
  error instanceof Error &&
  ['ParseError', 'ZipError', 'EncryptedFileError', 'XmlError', 'RangeError'].includes(error.name)

type CellValue = string | number | boolean | Date | null

function cellText(value: CellValue) {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value instanceof Date ? dateText(value) : String(value)
}

/** A sheet has local times. A time without a day is on the day before the first. */
function dateText(at: Date) {
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = at.toISOString().split('T')
  const clock = time.slice(0, time.slice(6, 8) === '00' ? 5 : 8)
  if (at.getUTCFullYear() < 1900) return clock
  return clock === '00:00' ? day : `${day} ${clock}`
}

const inflate = promisify(inflateRaw)
const signatures = { end: 0x06054b50, entry: 0x02014b50, file: 0x04034b50 } as const

/** Inflates every entry within a budget, because the sizes that an archive declares may lie. */
async function unpack() {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left: number = workbookLimits.unpackedBytes
  let workbook = ''
  try {
    for (const { name, data, isPacked } of listEntries(file)) {
      if (!isPacked) continue
      const content = await inflate(data, { maxOutputLength: left + 1 })
      left -= content.length
      if (left < 0) throw new RangeError('The archive is too large')
      if (name === 'xl/workbook.xml') workbook = content.toString()
    }
  } catch {
    throw csvRefusal(unreadable)
  }
  if (!file.includes('xl/')) throw csvRefusal('This isn’t an Excel workbook. Save it as .xlsx or CSV UTF-8.')
  return firstVisible(workbook)
}

/** People don’t know of hidden sheets. */
function firstVisible(workbook: string): { sheet: number; sheets: number } {
  const states = workbook.match(/<(?:\w+:)?sheet\s[^>]*>/g) ?? []
  const sheet = states.findIndex((tag) => !/\sstate="(?:hidden|veryHidden)"/.test(tag))
  return { sheet: Math.max(sheet, 0), sheets: Math.max(states.length, 1) }
}

function* listEntries(file: Buffer): Generator<{ name: string; data: Buffer; isPacked: boolean }> {
  const end = file.length - 22
  if (end < 0 || file.readUInt32LE(end) !== signatures.end) throw new RangeError('No directory')
  const count = file.readUInt16LE(end + 10)
  if (file.readUInt32LE(end + 12) >= file.length) throw new RangeError('Another directory')
  if (count > maxEntries) throw new RangeError('Too many entries')
  let at = file.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry += 1) {
    if (file.readUInt32LE(at) !== signatures.entry) throw new RangeError('No entry')
    const start = file.readUInt32LE(at + 42)
    if (file.readUInt32LE(start) !== signatures.file) throw new RangeError('No file')
    const data = file.subarray(start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28), end)
    const name = file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28))
    yield { name, data, isPacked: file.readUInt16LE(at + 10) !== 0 }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
}

const answer = await readRows().catch((error: unknown) => {
  if (isRefusal(error)) return { refusal: error.message }
  throw error
})
process.send?.(answer, () => process.disconnect?.())

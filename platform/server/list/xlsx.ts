import { localAsUtc } from '../../shared/calendar'
import type { CsvCell } from './csv'

export type SheetCell = CsvCell | number | boolean | Date | null
/** `whole`: amounts of currencies without decimals. */
export type SheetColumn = { header: string; kind?: 'instant' | 'amount' | 'whole' | undefined }

/** Writes a workbook with one sheet in chunks. Instants are local times of `zone`; no cell is a formula. */
export async function* xlsxPieces(
  { name, zone }: { name: string; zone: string },
  columns: readonly SheetColumn[],
  pages: AsyncIterable<readonly (readonly SheetCell[])[]>,
): AsyncGenerator<Uint8Array> {
  // Most servers never write a workbook.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const source = pages[Symbol.asyncIterator]()
  const first = await source.next()
  const head = first.done ? [] : first.value
  const second = first.done ? first : await source.next()
  const rows = sheetRows(zone, head, second, source)
  const stream = writeXlsxStream(rows, {
    name: name.slice(0, sheetNameLength),
    columns: columns.map(({ header, kind }, at) => {
      const cells = head.map((row) => row[at])
      // A later page may have a currency with decimals.
      const isWhole = kind === 'amount' && second.done && cells.every(isWholeAmount)
      return {
        header: sheetText(header),
        width: widthOf(kind, header, cells),
        ...(kind && { numFmt: numberFormats[isWhole ? 'whole' : kind] }),
      }
    }),
    freezePane: { rows: 1 },
  })
  try {
    for await (const piece of stream) yield piece
  } finally {
    await rows.return()
  }
}

const sheetNameLength = 31
const numberFormats = { instant: 'yyyy-mm-dd hh:mm:ss', amount: '#,##0.00#', whole: '#,##0' } as const

const isWholeAmount = (cell: SheetCell | undefined) =>
  typeof cell !== 'object' || cell === null || cell instanceof Date || !cell.decimal.includes('.')

async function* sheetRows(
  zone: string,
  first: readonly (readonly SheetCell[])[],
  second: IteratorResult<readonly (readonly SheetCell[])[]>,
  rest: AsyncIterator<readonly (readonly SheetCell[])[]>,
) {
  try {
    for (const row of first) yield row.map((cell) => sheetCell(cell, zone))
    for (let page = second; !page.done; page = await rest.next())
      for (const row of page.value) yield row.map((cell) => sheetCell(cell, zone))
  } finally {
    await rest.return?.()
  }
}

function sheetCell(cell: SheetCell, zone: string) {
  if (cell === null || cell === '') return null
  if (typeof cell === 'string') return sheetText(cell)
  if (typeof cell === 'number') return cell
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (cell instanceof Date) return wholeSecond(localAsUtc(zone, cell))
  return decimalNumber(cell.decimal)
}

function wholeSecond(at: Date) {
  at.setUTCMilliseconds(0)
  return at
}

/** A workbook has 15 digits; a longer number stays complete as text. */
const decimalNumber = (decimal: string) => (decimal.replaceAll(/\D/g, '').length > 15 ? decimal : Number(decimal))

/** Longer cells make Excel repair the file. */
const cellLength = 32_767
/** Not allowed in XML. */
const forbidden = /[\p{Cs}\uFFFE\uFFFF]/gu
/** Excel would read `_x0041_` as an escaped letter. */
const escapeLike = /_(?=x[0-9a-f]{4}_)/gi

function sheetText(value: string) {
  const text = value.replaceAll(forbidden, '').replaceAll(escapeLike, '_x005F_')
  return text.length > cellLength ? `${text.slice(0, cellLength - 1)}…` : text
}

const widths = { least: 8, most: 48, instant: 20 } as const

function lengthOf(cell: SheetCell | undefined) {
  if (cell === null || cell === undefined || cell instanceof Date) return 0
  return (typeof cell === 'object' ? cell.decimal : String(cell)).length
}

/** In characters, by the heading and the first page. */
function widthOf(kind: SheetColumn['kind'], header: string, cells: readonly (SheetCell | undefined)[]) {
  const lengths = cells.map(lengthOf)
  const longest = kind === 'instant' ? widths.instant : Math.max(widths.least, ...lengths)
  return Math.min(widths.most, Math.max(longest, header.length) + 2)
}

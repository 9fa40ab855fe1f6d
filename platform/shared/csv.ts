import { type CsvDialect, separatorOf } from './csv-format'

/** Marks the file as UTF-8 for spreadsheets. */
export const byteOrderMark = '\uFEFF'

/** `decimal`: our own digits, which a spreadsheet must read as a number, also if negative. */
export type CsvCell = string | { decimal: string }

/**
 * Characters that begin a formula, including full-width and small forms, also after blanks, quotes and invisible
 * characters.
 */
const formula = String.raw`['"\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]`
const phoneSigns = String.raw`[\d ().\-/\u00A0]`
const sideBySide = String.raw`\d[ \u00A0]+\(?\d|\d[ \u00A0]*\(|\)[ \u00A0]*\d`
/**
 * An international number needs no apostrophe: nothing in it can be called. Where only hyphens or slashes join its
 * groups, it keeps one, because a spreadsheet would compute it.
 */
const phoneNumber = String.raw`\+(?=(?:[ ().\-/\u00A0]{0,3}\d){6,15}(?!\d))(?:[\d.]+|(?=${phoneSigns}*(?:${sideBySide}))${phoneSigns}+)`
/**
 * A cell can begin at its start, and at every semicolon, tab or line break where a program splits. Our own quotes do
 * not prevent that, because they follow a comma.
 */
const guardedAfter = (cuts: string) =>
  new RegExp(
    String.raw`^(?='*[\t\r\n\0])|(?<=^|[${cuts}\t\r\n])(?!${phoneNumber}(?:$|[${cuts}\t\r\n]))(?=${formula})`,
    'gu',
  )
const guarded = { comma: guardedAfter(';'), semicolon: guardedAfter(',;'), swiss: guardedAfter(',;') } as const
const guardAfter = (cuts: string) =>
  new RegExp(String.raw`^'(?='*[\t\r\n\0])|(?<=^|[${cuts}\t\r\n])'(?=${formula})`, 'gu')
const guard = { comma: guardAfter(';'), semicolon: guardAfter(',;'), swiss: guardAfter(',;') } as const

/** Puts an apostrophe before each formula, which makes it plain text. */
export function safeCell(value: string, dialect: CsvDialect = 'comma'): string {
  return value.replaceAll(guarded[dialect], "'")
}

/** Returns the text of a cell before quoting. */
export const cellText = (cell: CsvCell, dialect: CsvDialect): string =>
  typeof cell === 'string' ? safeCell(cell, dialect) : decimalIn(dialect, cell.decimal)

const decimalIn = (dialect: CsvDialect, decimal: string) =>
  dialect === 'semicolon' ? decimal.replace('.', ',') : decimal

/** Returns a cell as it was before `safeCell` of the same dialect. */
export function withoutGuard(cell: string, dialect: CsvDialect = 'comma'): string {
  return cell.replaceAll(guard[dialect], '')
}

/** Returns true for an .xlsx file, independent of its file name. */
export const isWorkbook = (bytes: Uint8Array) => [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte)

/** Takes an .xlsx file and returns `{ csv, sheet, sheets }`. */
export const workbookPath = '/api/files/workbook'
export const workbookLimits = {
  bytes: 2_000_000,
  unpackedBytes: 64_000_000,
  rows: 20_000,
  characters: 2_000_000,
} as const

/** The rows of a file without a `sep=` line, which only spreadsheets read. */
export type CsvLayout = { separator: ',' | ';' | '\t' | '|'; isOneColumn?: true; rows: string }

/**
 * Reads the separator from a `sep=` line, or chooses the most frequent one of the heading. Without any, there is one
 * column, whose cells may contain commas.
 */
export function csvLayout(csv: string): CsvLayout {
  const rows = csv.startsWith(byteOrderMark) ? csv.slice(1) : csv
  const named = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\r|\n|$)/i.exec(rows)
  const separator = separators.find((sign) => sign === named?.[1])
  if (named && separator) return { separator, rows: rows.slice(named[0].length) }
  const heading = /^(?:"[^"]*"|[^"\r\n])*/.exec(rows)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = separators.map((sign) => ({ sign, count: heading.split(sign).length }))
  const most = counts.reduce((best, one) => (one.count > best.count ? one : best))
  return most.count === 1 ? { separator: '\t', isOneColumn: true, rows } : { separator: most.sign, rows }
}
const separators = [',', ';', '\t', '|'] as const

/** Returns a sentence if the text contains U+FFFD, which replaced a letter in an earlier conversion. */
export function lostCharacterText(csv: string): string | undefined {
  const at = csv.indexOf('\uFFFD')
  if (at === -1) return undefined
  const line = csv.slice(0, at).split(/\r\n|\r|\n/).length
  return `Line ${line} has a � where a letter was lost. Save the original file again as CSV UTF-8.`
}

/** Returns an RFC 4180 file with a byte order mark. Numbers stay numbers, also if negative. */
export function csvText(rows: readonly (readonly FigureCell[])[], dialect: CsvDialect = 'comma'): string {
  return `${byteOrderMark}${rows.map((row) => csvLine(row, dialect)).join('')}`
}
export type FigureCell = CsvCell | number | null

/** Returns one line with its line break. */
export const csvLine = (row: readonly FigureCell[], dialect: CsvDialect = 'comma') =>
  `${row.map((value) => csvCell(value, dialect)).join(separatorOf[dialect])}\r\n`

function csvCell(value: FigureCell, dialect: CsvDialect) {
  if (value === null) return ''
  if (typeof value === 'number') return decimalIn(dialect, String(value))
  const text = cellText(value, dialect)
  if (typeof value !== 'string') return text
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** `semicolon`: for spreadsheets of countries that write 1,50; amounts have a decimal comma then. */
export const csvDialects = ['comma', 'semicolon'] as const
export type CsvDialect = (typeof csvDialects)[number]
export const separatorOf = { comma: ',', semicolon: ';' } as const satisfies Record<CsvDialect, string>

/** `decimal`: digits of our own making, which a spreadsheet shall read as a number, negative ones too. */
export type CsvCell = string | { decimal: string }

/** Signs that begin a formula, full-width and small forms included, also behind blanks, quotes and invisible characters. */
const formula = String.raw`['"\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]`
/**
 * Where a cell can begin: at its start, and wherever a program cuts that takes semicolons, tabs or lines for the borders
 * of cells. Our own quotes do not help there, since they stand behind a comma.
 */
const guardedAfter = (cuts: string) =>
  new RegExp(String.raw`^(?='*[\t\r\n\0])|(?<=^|[${cuts}\t\r\n])(?=${formula})`, 'gu')
const guarded = { comma: guardedAfter(';'), semicolon: guardedAfter(',;') } as const
const guardAfter = (cuts: string) =>
  new RegExp(String.raw`^'(?='*[\t\r\n\0])|(?<=^|[${cuts}\t\r\n])'(?=${formula})`, 'gu')
const guard = { comma: guardAfter(';'), semicolon: guardAfter(',;') } as const

/** An apostrophe before each formula makes plain text of it. */
export function safeCell(value: string, dialect: CsvDialect = 'comma'): string {
  return value.replaceAll(guarded[dialect], "'")
}

/** The cell as it is in the file, before quotes. */
export const cellText = (cell: CsvCell, dialect: CsvDialect): string =>
  typeof cell === 'string' ? safeCell(cell, dialect) : decimalIn(dialect, cell.decimal)

const decimalIn = (dialect: CsvDialect, decimal: string) => (dialect === 'comma' ? decimal : decimal.replace('.', ','))

/** Returns a cell as it was before `safeCell` of the same dialect. */
export function withoutGuard(cell: string, dialect: CsvDialect = 'comma'): string {
  return cell.replaceAll(guard[dialect], '')
}

/** Headings that differ in case, blanks and hyphens only are the same column. */
export const headingKey = (heading: string) => heading.toLowerCase().replaceAll(/[\s_*-]/g, '')

/** A whole file of RFC 4180 for figures that are on screen already. Numbers stay numbers, negative ones too. */
export function csvText(rows: readonly (readonly FigureCell[])[], dialect: CsvDialect = 'comma'): string {
  return `${byteOrderMark}${rows.map((row) => csvLine(row, dialect)).join('')}`
}
export type FigureCell = CsvCell | number | null

/** One line of such a file, with its end. */
export const csvLine = (row: readonly FigureCell[], dialect: CsvDialect = 'comma') =>
  `${row.map((value) => csvCell(value, dialect)).join(separatorOf[dialect])}\r\n`

function csvCell(value: FigureCell, dialect: CsvDialect): string {
  if (value === null) return ''
  if (typeof value === 'number') return decimalIn(dialect, String(value))
  const text = cellText(value, dialect)
  if (typeof value !== 'string') return text
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

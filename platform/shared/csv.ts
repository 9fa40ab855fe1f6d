/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Signs that begin a formula, full-width and small forms included, also behind blanks, quotes and invisible characters. */
const formula = String.raw`['"\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]`
/**
 * Where a cell can begin: at its start, and wherever a program cuts that takes semicolons, tabs or lines for the borders
 * of cells. Our own quotes do not help there, since they stand behind a comma.
 */
const guarded = new RegExp(String.raw`^(?='*[\t\r\n\0])|(?<=^|[;\t\r\n])(?=${formula})`, 'gu')
const guard = new RegExp(String.raw`^'(?='*[\t\r\n\0])|(?<=^|[;\t\r\n])'(?=${formula})`, 'gu')

/** An apostrophe before each formula makes plain text of it. */
export function safeCell(value: string): string {
  return value.replaceAll(guarded, "'")
}

/** A cell of a file that went through `safeCell`, as it was. */
export function withoutGuard(cell: string): string {
  return cell.replaceAll(guard, '')
}

/** Headings that differ in case, blanks and hyphens only are the same column. */
export const headingKey = (heading: string) => heading.toLowerCase().replaceAll(/[\s_*-]/g, '')

/** A whole file of RFC 4180 for figures that are on screen already. Numbers stay numbers, negative ones too. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${byteOrderMark}${rows.map(csvLine).join('')}`
}

/** One line of such a file, with its end. */
export const csvLine = (row: readonly (string | number | null)[]) => `${row.map(csvCell).join(',')}\r\n`

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = safeCell(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Signs that begin a formula, full-width and small forms included, also behind blanks and invisible characters. */
const formulaStart = /^(?:[\t\r\n\0]|[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u

/** A leading apostrophe makes the cell plain text. */
export function safeCell(value: string): string {
  return formulaStart.test(value) ? `'${value}` : value
}

/** A cell of a file that went through `safeCell`, as it was. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** Headings that differ in case, blanks and hyphens only are the same column. */
export const headingKey = (heading: string) => heading.toLowerCase().replaceAll(/[\s_*-]/g, '')

/** A whole file of RFC 4180 for figures that are on screen already. Numbers stay numbers, negative ones too. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((row) => row.map(csvCell).join(','))
  return `${byteOrderMark}${lines.map((line) => `${line}\r\n`).join('')}`
}

function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = safeCell(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

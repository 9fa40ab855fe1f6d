import { headingKey } from '@quaff/platform/shared/csv-format'
import { emailError, emailErrorText } from '@quaff/platform/shared/email-address'
import { placeColumns, type ByHand } from '@quaff/platform/shared/file-columns'
import { emailSchema, readableText } from '@quaff/platform/shared/text'
import { waitlistColumns, waitlistImportLimits, type WaitlistColumn, type WaitlistImportRow } from './contract'
import { entryLimits } from './entries-contract'

export const requiredColumns = ['email'] as const

export type Columns = ReturnType<typeof placeColumns<WaitlistColumn>> & {
  /** Question → position. */
  answers: ReadonlyMap<string, number>
}

const otherNames = new Map<string, WaitlistColumn>([
  ['mail', 'email'],
  ['emailaddress', 'email'],
  ['zip', 'postalCode'],
  ['zipcode', 'postalCode'],
  ['postcode', 'postalCode'],
  ['venue', 'wantedVenue'],
  ['person', 'name'],
  ['fullname', 'name'],
])
/** Maps header cells to positions, ignoring case, blanks and hyphens. Unknown columns become answers. */
export function readColumns(header: readonly string[], byHand?: ByHand<WaitlistColumn>): Columns {
  const headings = header.map((cell) => readableText(cell).slice(0, waitlistImportLimits.question))
  const columnOf = (heading: string) =>
    waitlistColumns.find((one) => headingKey(one) === headingKey(heading)) ?? otherNames.get(headingKey(heading))
  const { columns, unknown } = placeColumns(headings, columnOf, byHand)
  const taken = new Set(columns.values())
  const answers = new Map<string, number>()
  for (const position of unknown) {
    const heading = headings[position] ?? ''
    const isQuestion = heading !== '' && !taken.has(position) && !answers.has(heading)
    if (isQuestion && answers.size < waitlistImportLimits.answers) answers.set(heading, position)
  }
  return { columns, unknown, answers }
}

export type ReadEntry = WaitlistImportRow & {
  fields: Record<WaitlistColumn, string>
  answers: Record<string, string>
  cells: readonly string[]
}

/** Parses a line of the file. `taken` has the addresses of earlier lines and receives this one's. */
export function readEntry(line: number, cells: readonly string[], columns: Columns, taken: Set<string>): ReadEntry {
  const errors: ReadEntry['errors'] = []
  const cell = (position: number | undefined) => readableText(cells[position ?? -1] ?? '')
  const fields = { email: '', name: '', city: '', postalCode: '', wantedVenue: '', source: '', notes: '' }
  for (const column of waitlistColumns) {
    fields[column] = cell(columns.columns.get(column))
    const max = column === 'email' ? Infinity : entryLimits[column]
    if (fields[column].length > max) errors.push({ column, message: `At most ${max} characters` })
  }
  const email = emailSchema.safeParse(fields.email)
  if (!email.success) errors.push({ column: 'email', message: emailError(fields.email) ?? emailErrorText })
  fields.email = email.data ?? fields.email
  const answers: Record<string, string> = {}
  for (const [question, position] of columns.answers) {
    const answer = cell(position)
    if (answer.length > waitlistImportLimits.answer)
      errors.push({ column: question, message: `At most ${waitlistImportLimits.answer} characters` })
    if (answer !== '') answers[question] = answer
  }
  const isDuplicate = errors.length === 0 && taken.has(fields.email)
  if (errors.length === 0) taken.add(fields.email)
  const area = [fields.city, fields.postalCode].filter(Boolean).join(' ')
  return { line, email: fields.email, name: fields.name, area, isDuplicate, errors, fields, answers, cells }
}

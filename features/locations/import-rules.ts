import { weekdays } from '@quaff/platform/shared/calendar'
import { headingKey } from '@quaff/platform/shared/csv-format'
import { addressLine } from '@quaff/platform/shared/fields/address-format'
import { addressFields } from '@quaff/platform/shared/fields/form-fields'
import { placeColumns, type ByHand } from '@quaff/platform/shared/file-columns'
import { normalizePhone, phoneError } from '@quaff/platform/shared/phone'
import { searchKey } from '@quaff/platform/shared/search-text'
import { readableText } from '@quaff/platform/shared/text'
import type { LocationAddress, LocationFields, Week } from './contract'
import { checkHours, hoursSentence, parseSpans } from './hours-rules'
import { importColumns, type ImportColumn, type ImportError, type ImportRow } from './import-contract'
import { isTimeZone } from './rules'

const lengths = { name: 120, phone: 32, default: 120 } as const

export type ParsedRow = ImportRow & { fields: LocationFields; cells: readonly string[] }
type Columns = ReadonlyMap<ImportColumn, number>

/** Columns without which a row cannot be read. */
export const requiredColumns = ['name'] as const

/** Maps header cells to positions; headings match regardless of case, blanks and underscores. */
export function readColumns(header: readonly string[], byHand?: ByHand<ImportColumn>) {
  const columnOf = (heading: string) => importColumns.find((known) => headingKey(known) === headingKey(heading))
  return placeColumns(header, columnOf, byHand)
}

/** Parses a line of the file. `taken` has the name keys of earlier lines and receives this one's. */
export function readRow(line: number, cells: readonly string[], columns: Columns, taken: Set<string>): ParsedRow {
  const errors: ImportError[] = []
  const text = (column: ImportColumn) => readableText(cells[columns.get(column) ?? -1] ?? '')
  const refuse = (column: string, message: string) => void errors.push({ column, message })

  const name = text('name')
  if (name === '') refuse('name', 'Name is required')
  for (const column of importColumns) {
    const max = column === 'name' || column === 'phone' ? lengths[column] : lengths.default
    const length = column === 'phone' ? normalizePhone(text(column)).length : text(column).length
    if (length > max) refuse(column, `At most ${max} characters`)
  }
  const phone = normalizePhone(text('phone'))
  const wrongPhone = phone.length > lengths.phone ? null : phoneError(phone)
  if (wrongPhone) refuse('phone', wrongPhone)
  const address = readAddressCells(text)
  const { week, weekErrors } = readWeekCells(text)
  errors.push(...weekErrors)
  const coordinates = readPoint(text('latitude'), text('longitude'), refuse)
  const timeZone = text('timeZone')
  if (timeZone !== '' && !isTimeZone(timeZone)) refuse('timeZone', `Unknown time zone "${timeZone}"`)

  const key = searchKey(name)
  const isDuplicate = name !== '' && taken.has(key)
  if (errors.length === 0) taken.add(key)
  return {
    line,
    name,
    address: addressLine(address),
    hours: week ? hoursSentence(week) : '',
    isDuplicate,
    errors,
    cells,
    fields: {
      ...(Object.keys(address).length > 0 && { address }),
      ...(phone !== '' && { phone }),
      ...(timeZone !== '' && { timeZone }),
      ...(week && { hours: week }),
      ...(coordinates && { coordinates }),
    },
  }
}

type ReadCell = (column: ImportColumn) => string

function readAddressCells(text: ReadCell) {
  const address: LocationAddress = {}
  for (const part of ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const)
    if (text(part) !== '') address[part] = addressFields[part].read(text(part))
  return address
}

/** No day filled in means unknown; one filled in makes the empty ones closed. */
function readWeekCells(text: ReadCell): { week: Week | null; weekErrors: ImportError[] } {
  const weekErrors: ImportError[] = []
  const week: Week = {}
  for (const day of weekdays) {
    const spans = parseSpans(text(day))
    if (!spans) weekErrors.push({ column: day, message: `"${text(day)}" isn’t a time span like 07:00-19:00` })
    else week[day] = spans
  }
  if (weekdays.every((day) => text(day) === '')) return { week: null, weekErrors }
  const clashes = checkHours(week).map(({ field, message }) => ({ column: field.split('.')[1] ?? '', message }))
  return { week, weekErrors: [...weekErrors, ...clashes] }
}

function readPoint(latitude: string, longitude: string, refuse: (column: string, message: string) => void) {
  if (latitude === '' && longitude === '') return null
  const [north, east] = [Number(latitude), Number(longitude)]
  const isNorth = latitude !== '' && Math.abs(north) <= 90
  const isEast = longitude !== '' && Math.abs(east) <= 180
  if (!isNorth) refuse('latitude', 'Degrees between −90 and 90, with a point')
  if (!isEast) refuse('longitude', 'Degrees between −180 and 180, with a point')
  return isNorth && isEast ? { latitude: north, longitude: east } : null
}

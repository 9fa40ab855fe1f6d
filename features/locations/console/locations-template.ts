import { importColumns } from '../import/contract'

const example = [
  'Harbour',
  '1 Quay Street',
  '',
  'Portland',
  'OR',
  '97202',
  'US',
  '(503) 555-0100',
  '45.5231',
  '-122.6765',
  'America/Los_Angeles',
  ...Array.from({ length: 5 }, () => '07:00-19:00'),
  '08:00-12:00 13:00-16:00',
  'closed',
]

/** The columns and one row that is right, to be opened in a spreadsheet. */
export const locationsTemplate = {
  fileName: 'locations-template.csv',
  csv: `${importColumns.join(',')}\r\n${example.join(',')}\r\n`,
}

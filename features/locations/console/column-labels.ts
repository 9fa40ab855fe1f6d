import type { ImportColumn } from '../import/contract'

/** What a column of a file may be, as people call it. */
export const columnLabels = {
  name: 'Name',
  line1: 'Address line 1',
  line2: 'Address line 2',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  country: 'Country',
  phone: 'Phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  timeZone: 'Time zone',
  mon: 'Hours on Monday',
  tue: 'Hours on Tuesday',
  wed: 'Hours on Wednesday',
  thu: 'Hours on Thursday',
  fri: 'Hours on Friday',
  sat: 'Hours on Saturday',
  sun: 'Hours on Sunday',
} as const satisfies Record<ImportColumn, string>

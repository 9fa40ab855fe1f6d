import type { UseFormReturnType } from '@mantine/form'
import { addressParts, noAddress, type TypedAddress } from '@quaff/platform/shared/fields/address'
import { zoneOfCountry } from '@quaff/platform/shared/fields/country-zones'
import { faultsOf } from '@quaff/platform/shared/fields/form-fields'
import {
  locationFields,
  type Closure,
  type LocationAddress,
  type LocationFields,
  type LocationRecord,
  type Week,
} from '../contract'
import { checkHours } from '../hours/rules'
import { checkClosure, checkCoordinates, readDegrees } from '../rules'

export type LocationFormValues = TypedAddress & {
  name: string
  phone: string
  /** Blank: the suggested zone of a new location, else that of the merchant. */
  timeZone: string
  /** Null while nobody has set hours, or while they are text of an import. */
  hours: Week | null
  closures: Closure[]
  latitude: string
  longitude: string
  radius: string
  notes: string
}
export type LocationForm = UseFormReturnType<LocationFormValues>
export type LocationField = keyof LocationFormValues

export const emptyLocation: LocationFormValues = {
  name: '',
  ...noAddress,
  phone: '',
  timeZone: '',
  hours: null,
  closures: [],
  latitude: '',
  longitude: '',
  radius: '',
  notes: '',
}

export type SuggestedZone = { timeZone: string; from: 'the country' | 'your other locations' | 'this device' }

/** For a new location, until its zone is chosen. */
export function suggestZone(country: string, merchantZone: string | null): SuggestedZone {
  const ofCountry = zoneOfCountry(country)
  if (ofCountry) return { timeZone: ofCountry, from: 'the country' }
  if (merchantZone) return { timeZone: merchantZone, from: 'your other locations' }
  return { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, from: 'this device' }
}

export function valuesOf(record: LocationRecord): LocationFormValues {
  return {
    name: record.name,
    ...noAddress,
    ...record.addressParts,
    phone: record.phone ?? '',
    timeZone: record.ownTimeZone ?? '',
    hours: record.schedule.week,
    closures: record.schedule.closures,
    latitude: record.coordinates ? String(record.coordinates.latitude) : '',
    longitude: record.coordinates ? String(record.coordinates.longitude) : '',
    radius: record.geofenceRadiusMeters === null ? '' : String(record.geofenceRadiusMeters),
    notes: record.notes ?? '',
  }
}

/** Messages by the field's path. What an import has left wrong blocks nobody who does not touch it. */
export function checkLocation(values: LocationFormValues, before?: LocationFormValues): Record<string, string> {
  const touched = (...fields: LocationField[]) => differs(values, before ?? emptyLocation, fields)
  const faults: Record<string, string> = { ...faultsOf(locationFields, values, before) }
  if (touched('hours') && values.hours) Object.assign(faults, checkWeek(values.hours))
  for (const [index, closure] of touched('closures') ? values.closures.entries() : []) {
    const message = checkClosure(closure)
    if (message) faults[`closures.${index}`] = message
  }
  if (touched('latitude', 'longitude')) Object.assign(faults, checkCoordinates(values.latitude, values.longitude))
  return faults
}

function checkWeek(week: Week): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const [day, spans] of Object.entries(week)) {
    for (const [index, { open, close }] of spans.entries())
      if (open === '' || close === '') faults[`hours.${day}.${index}`] = 'Enter both times'
  }
  for (const { field, message } of Object.keys(faults).length > 0 ? [] : checkHours(week)) faults[field] ??= message
  return faults
}

const differs = (values: LocationFormValues, before: LocationFormValues, fields: readonly LocationField[]) =>
  fields.some((field) => JSON.stringify(values[field]) !== JSON.stringify(before[field]))

type Changes = { name?: string; fields: LocationFields }

/** Only what differs goes to the server, so that an untouched field keeps whatever an import has put there. */
export function changesOf(values: LocationFormValues, before: LocationFormValues): Changes {
  const touched = (...fields: LocationField[]) => differs(values, before, fields)
  return {
    ...(touched('name') && { name: values.name.trim() }),
    fields: {
      ...(touched(...addressParts) && { address: addressOf(values) }),
      ...(touched('phone') && { phone: values.phone.trim() || null }),
      ...(touched('timeZone') && { timeZone: values.timeZone || null }),
      ...(touched('hours') && { hours: values.hours }),
      ...(touched('closures') && { closures: values.closures.length > 0 ? values.closures : null }),
      ...(touched('latitude', 'longitude') && { coordinates: coordinatesOf(values) }),
      ...(touched('radius') && { geofenceRadiusMeters: values.radius.trim() === '' ? null : Number(values.radius) }),
      ...(touched('notes') && { notes: values.notes.trim() || null }),
    },
  }
}

export function hasChanges(values: LocationFormValues, before: LocationFormValues): boolean {
  const { name, fields } = changesOf(values, before)
  return name !== undefined || Object.keys(fields).length > 0
}

function addressOf(values: LocationFormValues): LocationAddress | null {
  const typed = addressParts.filter((part) => values[part].trim() !== '')
  return typed.length === 0 ? null : Object.fromEntries(typed.map((part) => [part, values[part].trim()]))
}

function coordinatesOf(values: LocationFormValues) {
  const latitude = readDegrees(values.latitude)
  const longitude = readDegrees(values.longitude)
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Paths of the server's fields that the form calls otherwise. */
const formNames: Readonly<Record<string, string>> = {
  geofenceRadiusMeters: 'radius',
  coordinates: 'latitude',
  address: 'line1',
}

export function formFieldOf(serverField: string): string {
  const path = serverField.replace(/^fields\./, '')
  return formNames[path.split('./form')[0] ?? ''] ?? path
}

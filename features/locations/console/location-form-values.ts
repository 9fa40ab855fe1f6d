import type { UseFormReturnType } from '@mantine/form'
import { addressParts, noAddress, type TypedAddress } from '@quaff/platform/shared/fields/address'
import { addressLine } from '@quaff/platform/shared/fields/address-format'
import { zoneOfAddress } from '@quaff/platform/shared/fields/country-zones'
import { addressFields, errorsOf } from '@quaff/platform/shared/fields/form-fields'
import { defineRecord, ownFieldsOf } from '@quaff/platform/shared/fields/record'
import { isolated } from '@quaff/platform/shared/readable-text'
import { locationFields, type Closure, type LocationAddress, type LocationRecord, type Week } from '../contract'
import { checkHours, hoursSentence } from '../hours-rules'
import { checkClosure, checkCoordinates, readDegrees } from '../rules'

const own = ownFieldsOf<LocationRecord>()
const { name, phone, ...others } = locationFields

/** The form of a location. An untouched field is not sent: it keeps what an import has put there. */
export const locationForm = defineRecord<LocationRecord>()({
  name,
  phone,
  address: own({
    label: 'Address',
    empty: noAddress,
    read: ({ addressParts: parts }) => ({ ...noAddress, ...parts }),
    send: addressOf,
    errors: (values, before) => errorsOf(addressFields, values, before),
    show: addressLine,
  }),
  timeZone: own({
    label: 'Time zone',
    /** Blank: the suggested zone of a new location, else that of the merchant. */
    empty: { timeZone: '' },
    read: ({ ownTimeZone }) => ({ timeZone: ownTimeZone ?? '' }),
    send: ({ timeZone }) => timeZone || null,
  }),
  hours: own({
    label: 'Opening hours',
    /** Null while no hours are set, or while they are imported text. */
    empty: { hours: null as Week | null },
    read: ({ schedule }) => ({ hours: schedule.week }),
    send: ({ hours }) => hours,
    errors: ({ hours }) => (hours ? checkWeek(hours) : {}),
    show: ({ hours }) => (hours ? hoursSentence(hours) : 'Not set'),
    hasTimes: true,
  }),
  closures: own({
    label: 'Closures',
    empty: { closures: [] as Closure[] },
    read: ({ schedule }) => ({ closures: schedule.closures }),
    send: ({ closures }) => (closures.length > 0 ? closures : null),
    errors: ({ closures }) => checkClosures(closures),
    show: ({ closures }) => closures.map(closureText).join('\n'),
  }),
  coordinates: own({
    label: 'Position',
    empty: { latitude: '', longitude: '' },
    read: ({ coordinates }) => ({
      latitude: coordinates ? String(coordinates.latitude) : '',
      longitude: coordinates ? String(coordinates.longitude) : '',
    }),
    send: coordinatesOf,
    errors: ({ latitude, longitude }) => checkCoordinates(latitude, longitude),
  }),
  ...others,
})
export type LocationFormValues = typeof locationForm.empty
export type LocationForm = UseFormReturnType<LocationFormValues>

export type SuggestedZone = { timeZone: string; from: 'the address' | 'your other locations' | 'this device' }

/** Suggests a zone for a new location until one is chosen. */
export function suggestZone(address: TypedAddress, merchantZone: string | null): SuggestedZone {
  const ofAddress = zoneOfAddress(address)
  if (ofAddress) return { timeZone: ofAddress, from: 'the address' }
  if (merchantZone) return { timeZone: merchantZone, from: 'your other locations' }
  return { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, from: 'this device' }
}

/** The name is no part of the document. */
export function changesOf(values: LocationFormValues, before: LocationFormValues) {
  const { name: changedName, ...fields } = locationForm.changes(values, before)
  return { ...(changedName !== undefined && { name: changedName }), fields }
}

export const formFieldOf = (path: string) => locationForm.fieldOf(path.replace(/^fields\./, ''))

function checkWeek(week: Week): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [day, spans] of Object.entries(week)) {
    for (const [index, { open, close }] of spans.entries())
      if (open === '' || close === '') errors[`hours.${day}.${index}`] = 'Enter both times'
  }
  for (const { field, message } of Object.keys(errors).length > 0 ? [] : checkHours(week)) errors[field] ??= message
  return errors
}

const checkClosures = (closures: readonly Closure[]) =>
  Object.fromEntries(closures.map((closure, index) => [`closures.${index}`, checkClosure(closure) ?? undefined]))

function closureText({ from, to, reason }: Closure): string {
  const days = from === to ? from : `${from} to ${to}`
  return reason ? `${days}: ${isolated(reason)}` : days
}

function addressOf(values: TypedAddress): LocationAddress | null {
  const typed = addressParts.filter((part) => values[part].trim() !== '')
  return typed.length === 0 ? null : Object.fromEntries(typed.map((part) => [part, values[part].trim()]))
}

function coordinatesOf(typed: { latitude: string; longitude: string }) {
  const [latitude, longitude] = [readDegrees(typed.latitude), readDegrees(typed.longitude)]
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

import { isRecord } from '@quaff/platform/shared/documents/document-values'
import { addressParts } from '@quaff/platform/shared/fields/address'
import { zoneOfAddress } from '@quaff/platform/shared/fields/country-zones'
import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import {
  knownFields,
  locationLimits,
  type Closure,
  type Coordinates,
  type LocationAddress,
  type LocationFields,
  type Schedule,
} from './contract'
import { checkHours, readHours, type FieldError } from './hours-rules'
import { locationRefusals } from './refusals'

export type LocationDocument = Readonly<Record<string, unknown>>

const shownLength = 500
const shownFields = 50

/** Parts of a stored address; one that is plain text counts as its first line. */
export function readAddress(value: unknown): LocationAddress {
  if (typeof value === 'string') return value.trim() === '' ? {} : { line1: value.trim() }
  if (!isRecord(value)) return {}
  const address: LocationAddress = {}
  for (const part of addressParts) {
    const text = readText(value[part])
    if (text !== null) address[part] = text
  }
  return address
}

/** Also accepts `lat`/`lng` and points exported by a document store. */
export function readCoordinates(value: unknown): Coordinates | null {
  if (!isRecord(value)) return null
  const latitude = readNumber(value.latitude ?? value.lat ?? value._latitude)
  const longitude = readNumber(value.longitude ?? value.lng ?? value._longitude)
  if (latitude === null || longitude === null) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Returns readable closures. Unreadable ones stay stored until the closures are edited. */
export function readClosures(value: unknown): Closure[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown) => {
    if (!isRecord(one) || !isDay(one.from) || !isDay(one.to) || one.to < one.from) return []
    return [{ from: one.from, to: one.to, reason: readText(one.reason) ?? '' }]
  })
}

export function readSchedule(document: LocationDocument, platformZone: string): Schedule {
  return {
    timeZone: readTimeZone(document.timeZone) ?? platformZone,
    week: readHours(document.hours).week,
    closures: readClosures(document.closures),
  }
}

export function readTimeZone(value: unknown): string | null {
  return typeof value === 'string' && isTimeZone(value) ? value : null
}

/** Returns the most frequent time zone; the first one wins a tie. */
export function usualTimeZone(documents: readonly LocationDocument[]): string | null {
  const counts = new Map<string, number>()
  for (const { timeZone } of documents) {
    const zone = readTimeZone(timeZone)
    if (zone !== null) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null
}

/** A new location that names no zone has its country's only one, else its merchant's. */
export function withZone<T extends LocationDocument>(fields: T, merchantZone: string | null): T {
  if (readTimeZone(fields.timeZone) !== null) return fields
  const timeZone = zoneOfAddress(readAddress(fields.address)) ?? merchantZone
  return timeZone === null ? fields : { ...fields, timeZone }
}

/** To look a zone up costs as much as all else of a row; there are some hundred names, and as many again by other capitals. */
const knownZones = new Set<string>()
const mostZones = 2_000

/** IANA names only: an offset like `+02:00` knows no summer time. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    const isZone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    if (isZone && knownZones.size < mostZones) knownZones.add(name)
    return isZone
  } catch {
    return false
  }
}

export function readRadius(value: unknown): number | null {
  const meters = readNumber(value)
  return meters !== null && meters > 0 ? meters : null
}

/** Text, numbers as text; nothing else. */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function readNumber(value: unknown) {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const isKnown = (key: string) => knownFields.some((known) => known === key)

/** Returns the document's unknown fields, shortened for display. */
export function otherFields(document: LocationDocument): { key: string; value: string }[] {
  return Object.entries(document)
    .filter(([key]) => !isKnown(key))
    .slice(0, shownFields)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return { key, value: text.length > shownLength ? `${text.slice(0, shownLength)}…` : text }
    })
}

/** The document after a save: absent fields stay, null takes a field out, and what is not known stays, also inside the address. */
export function mergeFields(stored: LocationDocument, patch: LocationFields): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...stored }
  for (const key of knownFields) {
    const value = patch[key]
    if (value === null) delete merged[key]
    else if (value !== undefined) merged[key] = value
  }
  if (patch.address) merged.address = { ...foreignParts(stored.address), ...patch.address }
  return merged
}

function foreignParts(address: unknown): Record<string, unknown> {
  if (!isRecord(address)) return {}
  return Object.fromEntries(Object.entries(address).filter(([key]) => !addressParts.some((part) => part === key)))
}

/** Validates rules beyond the schema: zones, overlapping hours, closures that end before they begin. */
export function checkFields(fields: LocationFields): FieldError[] {
  const errors: FieldError[] = []
  if (fields.timeZone && !isTimeZone(fields.timeZone))
    errors.push({ field: 'timeZone', message: 'Choose a time zone like Europe/Berlin' })
  if (fields.hours) errors.push(...checkHours(fields.hours))
  for (const [index, closure] of (fields.closures ?? []).entries()) {
    const message = checkClosure(closure)
    if (message) errors.push({ field: `closures.${index}`, message })
  }
  return errors
}

export function checkClosure({ from, to }: Closure): string | null {
  if (!isDay(from) || !isDay(to)) return 'Enter the first and the last day'
  return to < from ? 'The end date is before the start date' : null
}

/** Typed coordinates: both or none. */
export function checkCoordinates(latitude: string, longitude: string): { latitude?: string; longitude?: string } {
  if (latitude.trim() === '' && longitude.trim() === '') return {}
  const north = checkDegrees(latitude, 90, 'Latitude')
  const east = checkDegrees(longitude, 180, 'Longitude')
  return { ...(north && { latitude: north }), ...(east && { longitude: east }) }
}

function checkDegrees(typed: string, limit: number, name: string) {
  const degrees = readDegrees(typed)
  if (degrees === null) return `Enter the ${name.toLowerCase()} in degrees, like 45.52`
  return Math.abs(degrees) > limit ? `${name} lies between −${limit} and ${limit}` : undefined
}

/** People type a decimal comma too. */
export function readDegrees(typed: string): number | null {
  return readNumber(typed.trim().replace(',', '.'))
}

/** `45.5231, -122.6765` as maps copy it; null for anything else. */
export function readPair(pasted: string): { latitude: string; longitude: string } | null {
  const [, latitude, longitude] = /^\s*\(?\s*([-−]?\d+\.\d+)°?\s*[,;]\s*([-−]?\d+\.\d+)°?\s*\)?\s*$/.exec(pasted) ?? []
  return latitude && longitude ? { latitude, longitude } : null
}

export type PlanPlaces = { name: string; validLocationIds: unknown }

const placesOf = ({ validLocationIds }: PlanPlaces) => (Array.isArray(validLocationIds) ? validLocationIds : [])

/** A plan that names no location is valid at all of them. */
export function isValidAt(plan: PlanPlaces, locationId: string): boolean {
  const places = placesOf(plan)
  return places.length === 0 || places.includes(locationId)
}

/** Returns true if the plan would have no location without this one. */
export function isOnlyAt(plan: PlanPlaces, locationId: string, existingIds: ReadonlySet<string>): boolean {
  const places = placesOf(plan)
  return (
    places.includes(locationId) &&
    !places.some((id) => id !== locationId && typeof id === 'string' && existingIds.has(id))
  )
}

const lockedStatuses: Readonly<Record<string, string>> = { archived: 'archived', rejected: 'rejected' }

/** Why the locations of a merchant in this state cannot be changed; null when they can. */
export function changeRefusal(merchantStatus: string): Refusal | null {
  const state = lockedStatuses[merchantStatus]
  return state === undefined ? null : refuse(locationRefusals, 'MERCHANT_STATE', state)
}

/** Why `adding` further locations do not fit; null when they do. */
export function addRefusal(details: { allowMultiple: boolean; total: number; adding: number }): Refusal | null {
  const most = details.allowMultiple ? locationLimits.perMerchant : 1
  return details.total + details.adding > most ? refuse(locationRefusals, 'LOCATION_LIMIT', most) : null
}

/** `Alder Street (copy)`, cut so that it still fits. */
export function copyName(name: string, maxLength: number): string {
  const suffix = ' (copy)'
  // Counted as the limit counts, without leaving half of a character behind.
  const kept = name.slice(0, maxLength - suffix.length).replace(/\p{Cs}$/u, '')
  return `${kept}${suffix}`
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
}

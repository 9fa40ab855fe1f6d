import { addressLine } from '@quaff/platform/shared/fields/address-format'
import { readTexts } from '@quaff/platform/shared/fields/record'
import { documentFields, type LocationRecord, type LocationRow } from '../contract'
import { readHours } from '../hours-rules'
import { openingAt } from '../opening-rules'
import {
  isOnlyAt,
  isValidAt,
  otherFields,
  readAddress,
  readCoordinates,
  readRadius,
  readSchedule,
  readText,
  readTimeZone,
  type PlanPlaces,
} from '../rules'
import type { StoredLocation } from './location-store'
import type { Usage } from './usage-store'

/** `zone` is for a location that names none. */
export type RowDetails = { last30Days: number; plans: readonly PlanPlaces[]; now: Date; zone: string }
export type RecordDetails = Omit<RowDetails, 'last30Days'> & {
  usage: Usage
  siblingIds: ReadonlySet<string>
  isSelling: boolean
}

export function presentLocationRow(location: StoredLocation, details: RowDetails): LocationRow {
  const schedule = readSchedule(location.fields, details.zone)
  return {
    id: location.id,
    merchantId: location.merchantId,
    name: location.name || 'Unknown Location',
    address: addressLine(readAddress(location.fields.address)),
    opening: openingAt(schedule, details.now),
    schedule,
    redemptions30Days: details.last30Days,
    validPlans: details.plans.filter((plan) => isValidAt(plan, location.id)).length,
    updatedAt: location.updatedAt,
    version: location.version,
  }
}

export function presentLocationRecord(location: StoredLocation, details: RecordDetails): LocationRecord {
  const { fields } = location
  return {
    addressParts: readAddress(fields.address),
    ownTimeZone: readTimeZone(fields.timeZone),
    hoursText: readHours(fields.hours).text,
    coordinates: readCoordinates(fields.coordinates),
    geofenceRadiusMeters: readRadius(fields.geofenceRadiusMeters),
    otherFields: otherFields(fields),
    redemptionsToday: details.usage.today,
    plansOnlyHere: details.plans
      .filter((plan) => isOnlyAt(plan, location.id, details.siblingIds))
      .map((plan) => plan.name || 'Unknown Plan'),
    endsSales: details.isSelling && [...details.siblingIds].every((id) => id === location.id),
    createdAt: location.createdAt,
    ...readTexts(documentFields, fields, readText),
    ...presentLocationRow(location, { last30Days: details.usage.last30Days, ...details }),
  }
}

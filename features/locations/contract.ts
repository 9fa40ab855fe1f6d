import { z } from 'zod'
import { requestKeySchema, versionSchema } from '@quaff/features/merchants/contract'
import {
  formSchema,
  formSchemas,
  inputShape,
  outputShape,
  schemasOf,
} from '@quaff/platform/shared/fields/field-schemas'
import { oneOf, text } from '@quaff/platform/shared/fields/fields'
import { addressFields, line, lines, phone, whole } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { pageInput, pageLimits, pageOf, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, lineSchema, textLimits } from '@quaff/platform/shared/text'
import { importInput, importPreviewSchema, importResultSchema, previewInput } from './import-contract'

export const locationLimits = {
  radiusMinMeters: 25,
  radiusMaxMeters: 5_000,
  radiusDefaultMeters: 100,
  spansPerDay: 4,
  closures: 50,
  /** Lists with an opening filter judge all locations of one merchant, so there is an end to them. */
  perMerchant: 1_000,
} as const

export const openingStates = ['open', 'closed', 'closure', 'unknown'] as const
export type OpeningStatus = (typeof openingStates)[number]
export const locationSorts = ['name', 'updated', 'redemptions'] as const
export type LocationSort = (typeof locationSorts)[number]

/** `07:00`; `24:00` as the end of a day. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Enter a time like 07:00')
const dayKey = z.iso.date('Enter a date')
export const spanSchema = z.strictObject({ open: timeOfDay, close: timeOfDay })
/** Times of day in the location's zone; a close at or before the open lies on the next day. */
export type Span = z.infer<typeof spanSchema>

const spans = z.array(spanSchema).max(locationLimits.spansPerDay)
export const weekSchema = z.strictObject({
  mon: spans.optional(),
  tue: spans.optional(),
  wed: spans.optional(),
  thu: spans.optional(),
  fri: spans.optional(),
  sat: spans.optional(),
  sun: spans.optional(),
})
/** A missing day or an empty one is closed. */
export type Week = z.infer<typeof weekSchema>

/** Days in the location's zone, `YYYY-MM-DD`, both included. */
export const closureSchema = z.strictObject({ from: dayKey, to: dayKey, reason: lineSchema().default('') })
export type Closure = z.infer<typeof closureSchema>

export const locationAddressSchema = z.strictObject(formSchemas(addressFields)).partial()
export type LocationAddress = z.infer<typeof locationAddressSchema>
/** Degrees. */
export const coordinatesSchema = z.strictObject({
  latitude: z.number().min(-90, 'Latitude lies between −90 and 90').max(90, 'Latitude lies between −90 and 90'),
  longitude: z
    .number()
    .min(-180, 'Longitude lies between −180 and 180')
    .max(180, 'Longitude lies between −180 and 180'),
})
export type Coordinates = z.infer<typeof coordinatesSchema>

const { radiusMinMeters, radiusMaxMeters } = locationLimits
const radiusText = `Between ${radiusMinMeters} and 5,000 meters`
/** Plain fields; hours, closures, address and position have their own controls. */
export const locationFields = {
  name: labelled('Name', line({ missing: 'Enter a name' })),
  phone: labelled('Phone', phone(), { nullable: true }),
  radius: labelled('Radius in meters', whole(radiusMinMeters, radiusMaxMeters, radiusText), {
    key: 'geofenceRadiusMeters',
    nullable: true,
  }),
  notes: labelled('Notes', lines(textLimits.long), {
    nullable: true,
    hint: 'For your team. Customers can’t see them.',
  }),
}
export const { name: nameField, ...documentFields } = locationFields

/** The known fields of the free-form document. Null takes a field out, an absent one stays; unknown ones are never touched. */
export const locationFieldsSchema = z.strictObject({
  ...inputShape(documentFields),
  address: locationAddressSchema.nullish(),
  timeZone: z.string().trim().max(textLimits.id).nullish(),
  hours: weekSchema.nullish(),
  closures: z.array(closureSchema).max(locationLimits.closures).nullish(),
  coordinates: coordinatesSchema.nullish(),
})
export type LocationFields = z.infer<typeof locationFieldsSchema>
export const knownFields = locationFieldsSchema.keyof().options

const locationName = formSchema(nameField)
const merchantIdInput = z.strictObject({ merchantId: idSchema })
const locationIdInput = z.strictObject({ locationId: idSchema })

export const locationFilters = { q: text(pageLimits.maxSearchLength), status: oneOf(['open', 'closed', 'closure']) }
export const listLocationsInput = pageInput.extend({
  merchantId: idSchema,
  ...schemasOf(locationFilters),
  sort: z.enum(locationSorts).default('name'),
  order: z.enum(sortOrders).default('asc'),
})
export type ListLocationsInput = z.infer<typeof listLocationsInput>

/** All that says when a location is open; `week` is null while its hours are unknown. */
export const scheduleSchema = z.object({
  timeZone: z.string(),
  week: weekSchema.nullable(),
  closures: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** `until` is null when it never closes, `opensAt` when no opening is in sight (a year). */
export const openingSchema = z.object({
  status: z.enum(openingStates),
  until: z.date().nullable(),
  opensAt: z.date().nullable(),
  reason: z.string().nullable(),
})
export type Opening = z.infer<typeof openingSchema>

export const locationRowSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  name: z.string(),
  /** One line; empty if there is none. */
  address: z.string(),
  /** At the time of the response; `schedule` gives it for any other time. */
  opening: openingSchema,
  schedule: scheduleSchema,
  /** Completed ones of today and the 29 days before, in the merchant's zone. */
  redemptions30Days: z.int(),
  /** Active plans that can be redeemed here. */
  validPlans: z.int(),
  updatedAt: z.date(),
  version: z.int(),
})
export type LocationRow = z.infer<typeof locationRowSchema>

// Two parts, because the API description keeps the order of the fields. A destructuring assignment would keep zod in
// the first load of the console.
const shown = outputShape(documentFields)
const shownOthers = (({ phone: _phone, ...others }) => others)(shown)
export const locationRecordSchema = locationRowSchema.extend({
  addressParts: locationAddressSchema,
  phone: shown.phone,
  /** Null: the merchant's zone counts. */
  ownTimeZone: z.string().nullable(),
  /** Hours as imported, when they cannot be read as times. */
  hoursText: z.string().nullable(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  ...shownOthers,
  /** Fields this console does not know, as text; every save keeps them. */
  otherFields: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Completed ones since midnight in the merchant's zone. */
  redemptionsToday: z.int(),
  /** Names of active plans that could be redeemed nowhere without this location. */
  plansOnlyHere: z.array(z.string()),
  /** The only location of a merchant that sells: without it, nothing can be redeemed. */
  endsSales: z.boolean(),
  createdAt: z.date(),
})
export type LocationRecord = z.infer<typeof locationRecordSchema>

export const locationOverviewSchema = z.object({
  merchantName: z.string(),
  total: z.int(),
  allowMultipleLocations: z.boolean(),
  requireLocationCheck: z.boolean(),
  /** Why nothing here can be changed, for people; null when it can. */
  locked: z.string().nullable(),
  /** Why no further location can be added; null when one can. */
  addRefusal: z.string().nullable(),
  /** The business address, to start from. */
  merchantAddress: locationAddressSchema,
  /** The zone for locations without their own. */
  timeZone: z.string(),
  /** The merchant's zone, else the one that most of its locations name; a new location starts with it. */
  usualTimeZone: z.string().nullable(),
  points: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    }),
  ),
  /** The source of the map tiles. Null if the map has no streets. */
  mapTiles: z
    .object({ url: z.string(), credits: z.array(z.object({ name: z.string(), link: z.string().nullable() })) })
    .nullable(),
})
export type LocationOverview = z.infer<typeof locationOverviewSchema>

export const createLocationInput = merchantIdInput.extend({
  name: locationName,
  fields: locationFieldsSchema.default({}),
  requestKey: requestKeySchema,
})
export type CreateLocationInput = z.infer<typeof createLocationInput>
export const updateLocationInput = locationIdInput.extend({
  version: versionSchema,
  name: locationName.optional(),
  fields: locationFieldsSchema.default({}),
})
export type UpdateLocationInput = z.infer<typeof updateLocationInput>
export const duplicateLocationInput = locationIdInput.extend({ requestKey: requestKeySchema })
export type DuplicateLocationInput = z.infer<typeof duplicateLocationInput>
/** `confirmName` is typed by the person if passes were redeemed here in the last 30 days. */
export const removeLocationInput = locationIdInput.extend({
  version: versionSchema,
  confirmName: z.string().max(textLimits.short).optional(),
})
export type RemoveLocationInput = z.infer<typeof removeLocationInput>

/** The URL that opens the location contains its merchant. */
export const foundLocationSchema = z.object({
  id: z.string(),
  name: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
})
export type FoundLocation = z.infer<typeof foundLocationSchema>
export const findLocationsInput = z.strictObject({ q: z.string().min(1).max(pageLimits.maxSearchLength) })
export type FindLocationsInput = z.infer<typeof findLocationsInput>

const get = route('GET', 'Locations')
const post = route('POST', 'Locations')
const patch = route('PATCH', 'Locations')
const remove = route('DELETE', 'Locations')

export const locationsContract = {
  find: get('/locations', 'Locations by name across the caller’s merchants, at most 5')
    .input(findLocationsInput)
    .output(z.array(foundLocationSchema)),
  list: get('/merchants/{merchantId}/locations', 'Locations of a merchant')
    .input(listLocationsInput)
    .output(pageOf(locationRowSchema)),
  overview: get('/merchants/{merchantId}/location-overview', 'Map points and what the settings allow')
    .input(merchantIdInput)
    .output(locationOverviewSchema),
  get: get('/locations/{locationId}', 'One location').input(locationIdInput).output(locationRecordSchema),
  getOfMerchant: get('/merchants/{merchantId}/locations/{locationId}', 'One location of a merchant')
    .input(merchantIdInput.extend({ locationId: idSchema }))
    .output(locationRecordSchema),
  create: post('/merchants/{merchantId}/locations', 'Add a location')
    .input(createLocationInput)
    .output(locationRecordSchema),
  update: patch('/locations/{locationId}', 'Change a location').input(updateLocationInput).output(locationRecordSchema),
  duplicate: post('/locations/{locationId}/duplicate', 'Copy a location')
    .input(duplicateLocationInput)
    .output(locationRecordSchema),
  remove: remove('/locations/{locationId}', 'Delete a location')
    .input(removeLocationInput)
    .output(z.object({ success: z.literal(true) })),
  previewImport: post('/merchants/{merchantId}/location-import-preview', 'Check a CSV file')
    .input(previewInput)
    .output(importPreviewSchema),
  importRows: post('/merchants/{merchantId}/location-import', 'Import the valid rows of a CSV file')
    .input(importInput)
    .output(importResultSchema),
}

/** Webhook events. A published name is never used for anything else. */
export const locationEvents = {
  created: 'location.created',
  updated: 'location.updated',
  deleted: 'location.deleted',
} as const

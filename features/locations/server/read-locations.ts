import { merchantNotFound, merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, batchReads, type Context, type Page, pageTotal, refuse, toPage } from '@quaff/platform/server'
import type {
  FindLocationsInput,
  FoundLocation,
  ListLocationsInput,
  LocationOverview,
  LocationRecord,
  LocationRow,
} from '../contract'
import { openingAt } from '../opening-rules'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { addRefusal, changeRefusal, readAddress, readCoordinates, readSchedule, usualTimeZone } from '../rules'
import { presentLocationRecord, presentLocationRow } from './location-presenter'
import {
  countLocationRows,
  findLocation,
  findLocationsByName,
  findMerchantSettings,
  listLocationRows,
  listLocationsOf,
  type LocationKey,
  scopesOf,
} from './location-store'
import { findPlanPlaces, readUsage, usageDays } from './usage-store'

/** Days of the redemption column, today included. */

/** Locations of one merchant. Which are open is the rule's word; the database pages through those it picked. */
export async function listLocations(ctx: Context, input: ListLocationsInput): Promise<Page<LocationRow>> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.list')
  const { status, q, sort, order, limit, cursor } = input
  const scope = scopeToMerchant(actor, input.merchantId)
  const now = ctx.clock.now()
  const platformZone = ctx.settings.timeZone
  const all = status && (await listLocationsOf(ctx.db, scope))
  const ids = all
    ?.filter(
      ({ fields, merchantZone }) =>
        openingAt(readSchedule(fields, merchantZone ?? platformZone), now).status === status,
    )
    .map(({ id }) => id)
  const filter = { q, ids }
  const [merchant, rows] = await batchReads(ctx.db, (db) =>
    Promise.all([
      findPlanPlaces(db, scope),
      listLocationRows(db, scope, { ...input, ids }, usageDays, { now, platformZone }),
    ]),
  )
  if (!merchant) throw merchantNotFound()
  const { plans, timeZone } = merchant
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['locations', scope, filter] }, () =>
    countLocationRows(ctx.db, scope, filter),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) =>
    presentLocationRow(row.location, { last30Days: row.last30Days, plans, now, zone: timeZone ?? platformZone }),
  )
}

/** A location is accessible only through one of the caller's merchants, whether or not the URL contains the merchant. */
export async function getLocation(ctx: Context, key: LocationKey): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.get')
  const location = await findLocation(ctx.db, scopesOf(actor), key)
  if (!location) throw refuse(locationRefusals, 'LOCATION')
  const scope = scopeToMerchant(actor, location.merchantId)
  const now = ctx.clock.now()
  const platformZone = ctx.settings.timeZone
  const [usage, merchant, siblings] = await Promise.all([
    readUsage(ctx.db, scope, location.id, usageDays, { now, platformZone }),
    findPlanPlaces(ctx.db, scope),
    listLocationsOf(ctx.db, scope),
  ])
  return presentLocationRecord(location, {
    usage,
    plans: merchant?.plans ?? [],
    isSelling: merchant?.isSelling ?? false,
    now,
    zone: merchant?.timeZone ?? platformZone,
    siblingIds: new Set(siblings.map(({ id }) => id)),
  })
}

/** More of one kind would crowd out the others. */
const shown = 5

/** Serves the command palette, which searches all kinds of records together. */
export async function findLocations(ctx: Context, { q }: FindLocationsInput): Promise<FoundLocation[]> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.list')
  return findLocationsByName(ctx.db, merchantScope(actor), q, shown)
}

/** The whole map of one merchant, and what its settings and its state allow. */
export async function readOverview(ctx: Context, { merchantId }: { merchantId: string }): Promise<LocationOverview> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.list')
  const scope = scopeToMerchant(actor, merchantId)
  const [merchant, locations] = await Promise.all([findMerchantSettings(ctx.db, scope), listLocationsOf(ctx.db, scope)])
  if (!merchant) throw merchantNotFound()
  const { allowMultipleLocations, requireLocationCheck } = merchant
  return {
    merchantName: merchant.name || 'Unknown Merchant',
    total: locations.length,
    allowMultipleLocations,
    requireLocationCheck,
    locked: changeRefusal(merchant.status)?.message ?? null,
    addRefusal:
      addRefusal({ allowMultiple: allowMultipleLocations, total: locations.length, adding: 1 })?.message ?? null,
    merchantAddress: readAddress(merchant.address),
    timeZone: merchant.timeZone ?? ctx.settings.timeZone,
    usualTimeZone: merchant.timeZone ?? usualTimeZone(locations.map(({ fields }) => fields)),
    points: locations.map(({ id, name, fields }) => ({ id, name, coordinates: readCoordinates(fields.coordinates) })),
    mapTiles: ctx.settings.mapTiles ?? null,
  }
}

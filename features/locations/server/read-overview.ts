import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { LocationOverview } from '../contract'
import { locationPermissions } from '../permissions'
import { addRefusal, changeRefusal, readAddress, readCoordinates, usualTimeZone } from '../rules'
import { listLocationsOf } from './location-store'
import { findMerchantSettings } from './merchant-settings-store'

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

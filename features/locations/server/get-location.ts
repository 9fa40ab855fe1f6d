import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { LocationRecord } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { usageDays } from './list-locations'
import { presentLocationRecord } from './location-presenter'
import { findLocation, listLocationsOf, scopesOf, type LocationKey } from './location-store'
import { findPlanPlaces, readUsage } from './usage-store'

/** With or without its merchant in the address, the same rule: a location is reached through a merchant of the asker. */
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

import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, refuse, staleVersion } from '@quaff/platform/server'
import { isTypedName } from '@quaff/platform/shared/pasted-text'
import type { LocationRecord, RemoveLocationInput, UpdateLocationInput } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { mergeFields, readTimeZone } from '../rules'
import { adoptZoneLater, cleanFields, cleanName, differences, lockForChange, recordChange } from './location-changes'
import { deleteLocationRow, findLocation, scopesOf, type StoredLocation, updateLocationRow } from './location-store'
import { getLocation } from './read-locations'
import { readUsage, usageDays } from './usage-store'

/** Fields absent from the input are unchanged, known or not. A save without changes writes nothing. */
export async function updateLocation(ctx: Context, input: UpdateLocationInput): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.update')
  const patch = cleanFields(input.fields)
  const { locationId } = input
  await inTransaction(ctx, async (tx) => {
    const known = await findLocation(tx, scopesOf(actor), { locationId })
    if (!known) throw refuse(locationRefusals, 'LOCATION')
    const { merchantId } = known
    const merchant = await lockForChange(tx, scopeToMerchant(actor, merchantId))
    // Reads again, because the previous lock holder may have saved.
    const stored = await findLocation(tx, scopesOf(actor), { locationId })
    if (!stored) throw refuse(locationRefusals, 'LOCATION')
    if (stored.version !== input.version) throw overtaken(stored)
    const name = input.name === undefined ? stored.name : cleanName(input.name)
    const fields = mergeFields(stored.fields, patch)
    const changed = differences({ ...stored.fields, name: stored.name }, { ...fields, name })
    if (!changed) return
    const change = { name, fields, updatedAt: ctx.clock.now() }
    if (!(await updateLocationRow(tx, merchant, stored, change))) throw overtaken(stored)
    const [from, to] = [readTimeZone(stored.fields.timeZone), readTimeZone(fields.timeZone)]
    if (from !== to) await adoptZoneLater(ctx, tx, merchant, { from, to })
    await recordChange(ctx, tx, { action: 'update_location', locationId, merchantId, ...changed })
  })
  return getLocation(ctx, { locationId })
}

const overtaken = ({ id, updatedAt }: StoredLocation) => staleVersion({ type: 'location', id, savedAt: updatedAt })

/** Past redemptions stay and read "Unknown Location"; a location that is in use is deleted by its typed name. */
export async function removeLocation(ctx: Context, input: RemoveLocationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.remove')
  const { locationId } = input
  await inTransaction(ctx, async (tx) => {
    const location = await findLocation(tx, scopesOf(actor), { locationId })
    if (!location) throw refuse(locationRefusals, 'LOCATION')
    const { merchantId } = location
    const scope = scopeToMerchant(actor, merchantId)
    const merchant = await lockForChange(tx, scope)
    const { last30Days } = await readUsage(tx, scope, locationId, usageDays, {
      now: ctx.clock.now(),
      platformZone: ctx.settings.timeZone,
    })
    if (last30Days > 0 && !isTypedName(input.confirmName ?? '', location.name))
      throw refuse(locationRefusals, 'REDEEMED_LATELY', last30Days)
    if (!(await deleteLocationRow(tx, merchant, { id: locationId, version: input.version })))
      throw staleVersion({ type: 'location', id: locationId, savedAt: location.updatedAt })
    await recordChange(ctx, tx, {
      action: 'delete_location',
      locationId,
      merchantId,
      before: { ...location.fields, name: location.name },
    })
  })
  return { success: true }
}

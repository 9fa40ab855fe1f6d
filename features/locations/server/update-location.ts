import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { LocationRecord, UpdateLocationInput } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { mergeFields, readTimeZone } from '../rules'
import { cleanFields, cleanName } from './clean-fields'
import { getLocation } from './get-location'
import { findLocation, scopesOf, updateLocationRow, type StoredLocation } from './location-store'
import { lockForChange } from './lock-merchant-settings'
import { adoptZoneLater, differences, recordChange } from './record-change'

/** Fields the input does not name stay as they are, known or not; a save that changes nothing writes nothing. */
export async function updateLocation(ctx: Context, input: UpdateLocationInput): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.update')
  const patch = cleanFields(input.fields)
  const { locationId } = input
  await inTransaction(ctx, async (tx) => {
    const known = await findLocation(tx, scopesOf(actor), { locationId })
    if (!known) throw refuse(locationRefusals, 'LOCATION')
    const { merchantId } = known
    const merchant = await lockForChange(tx, scopeToMerchant(actor, merchantId))
    // Read again: whoever held the lock before us may have saved.
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

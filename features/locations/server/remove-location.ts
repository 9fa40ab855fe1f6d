import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { RemoveLocationInput } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { deleteLocationRow, findLocation, scopesOf } from './location-store'
import { lockForChange } from './lock-merchant-settings'
import { recordChange } from './record-change'
import { readUsage } from './usage-store'

/** Past redemptions stay and read "Unknown Location"; while there are some of today the name has to be typed. */
export async function removeLocation(ctx: Context, input: RemoveLocationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.remove')
  const { locationId } = input
  await inTransaction(ctx, async (tx) => {
    const location = await findLocation(tx, scopesOf(actor), { locationId })
    if (!location) throw refuse(locationRefusals, 'LOCATION')
    const { merchantId } = location
    const scope = scopeToMerchant(actor, merchantId)
    const merchant = await lockForChange(tx, scope)
    const { today } = await readUsage(tx, scope, locationId, 1, {
      now: ctx.clock.now(),
      platformZone: ctx.settings.timeZone,
    })
    if (today > 0 && input.confirmName?.trim() !== location.name.trim())
      throw refuse(locationRefusals, 'REDEEMED_TODAY', today)
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

import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { startOfDayIn } from '@quaff/platform/shared/calendar'
import { Refusal, staleVersion } from '@quaff/platform/shared/refusal'
import type { RemoveLocationInput } from '../../contract'
import { locationPermissions } from '../../permissions'
import { locationNotFound, scopesOf } from '../location-scope'
import { deleteLocationRow, findLocation } from '../location-store'
import { readUsage } from '../usage-store'
import { lockForChange } from './lock-merchant-settings'
import { recordChange } from './record-change'

/** Past redemptions stay and read "Unknown Location"; while there are some of today the name has to be typed. */
export async function removeLocation(ctx: Context, input: RemoveLocationInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.remove')
  const { locationId } = input
  await inTransaction(ctx, async (tx) => {
    const location = await findLocation(tx, scopesOf(actor), { locationId })
    if (!location) throw locationNotFound()
    const { merchantId } = location
    const scope = scopeToMerchant(actor, merchantId)
    await lockForChange(tx, scope, merchantId)
    const midnight = startOfDayIn(ctx.settings.timeZone, ctx.clock.now())
    const { today } = await readUsage(tx, scope, { merchantId, locationId }, { since: midnight, today: midnight })
    if (today > 0 && input.confirmName?.trim() !== location.name.trim())
      throw new Refusal(
        'CONFLICT',
        'REDEEMED_TODAY',
        `${today === 1 ? 'A pass was' : `${today} passes were`} redeemed here today. Type the name of the location to delete it anyway.`,
        { field: 'confirmName' },
      )
    if (!(await deleteLocationRow(tx, { id: locationId, version: input.version })))
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

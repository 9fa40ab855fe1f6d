import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { CreateLocationInput, LocationRecord } from '../../contract'
import { locationPermissions } from '../../permissions'
import { mergeFields } from '../../rules'
import { getLocation } from '../get-location'
import { insertLocations } from '../location-store'
import { cleanFields, cleanName } from './clean-fields'
import { lockForAdding } from './lock-merchant-settings'
import { recordChange } from './record-change'

/** Refused while the merchant is archived or declined, and where it has its one location already. */
export async function createLocation(ctx: Context, input: CreateLocationInput): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.create')
  const { requestKey, ...content } = input
  const { merchantId } = content
  const scope = scopeToMerchant(actor, merchantId)
  const name = cleanName(content.name)
  const fields = mergeFields({}, cleanFields(content.fields))
  const { locationId } = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'create_location', key: requestKey, input: content }, async () => {
      await lockForAdding(tx, scope, { merchantId, adding: 1 })
      const now = ctx.clock.now()
      const id = ctx.ids.newId('loc')
      await insertLocations(tx, [{ id, merchantId, name, fields, createdAt: now, updatedAt: now }])
      await recordChange(ctx, tx, {
        action: 'create_location',
        locationId: id,
        merchantId,
        after: { name, ...fields },
      })
      return { locationId: id }
    }),
  )
  return getLocation(ctx, { locationId })
}

import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { textLimits } from '@quaff/platform/shared/text'
import type { DuplicateLocationInput, LocationRecord } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { copyName, mergeFields } from '../rules'
import { getLocation } from './get-location'
import { findLocation, insertLocations, scopesOf } from './location-store'
import { lockForAdding } from './lock-merchant-settings'
import { recordChange } from './record-change'

/** Everything but the coordinates, unknown fields included: a copy stands somewhere else. */
export async function duplicateLocation(ctx: Context, input: DuplicateLocationInput): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.create')
  const { requestKey, locationId } = input
  const copy = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'duplicate_location', key: requestKey, input: { locationId } }, async () => {
      const original = await findLocation(tx, scopesOf(actor), { locationId })
      if (!original) throw refuse(locationRefusals, 'LOCATION')
      const { merchantId } = original
      const merchant = await lockForAdding(tx, scopeToMerchant(actor, merchantId), 1)
      const now = ctx.clock.now()
      const id = ctx.ids.newId('loc')
      const name = copyName(original.name, textLimits.short)
      const fields = mergeFields(original.fields, { coordinates: null })
      await insertLocations(tx, merchant, [{ id, name, fields, createdAt: now, updatedAt: now }])
      await recordChange(ctx, tx, {
        action: 'create_location',
        locationId: id,
        merchantId,
        after: { name, ...fields, copiedFrom: locationId },
      })
      return { locationId: id }
    }),
  )
  return getLocation(ctx, copy)
}

import { scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  inTransaction,
  type Locked,
  once,
  refuse,
  textLimits,
  type Transaction,
} from '@quaff/platform/server'
import type { CreateLocationInput, DuplicateLocationInput, LocationRecord } from '../contract'
import { locationPermissions } from '../permissions'
import { locationRefusals } from '../refusals'
import { copyName, mergeFields, readTimeZone, withZone } from '../rules'
import { adoptZoneLater, cleanFields, cleanName, lockForAdding, lockForChange, recordChange } from './location-changes'
import { countLocations, findLocation, insertLocations, type MerchantSettings, scopesOf } from './location-store'
import { getLocation } from './read-locations'

type Content = Omit<CreateLocationInput, 'requestKey'>

/** Refused while the merchant is archived or declined, and where it has its one location already. */
export async function createLocation(ctx: Context, input: CreateLocationInput): Promise<LocationRecord> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.create')
  const { requestKey, ...content } = input
  const scope = scopeToMerchant(actor, content.merchantId)
  const cleaned = clean(content)
  const { locationId } = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'create_location', key: requestKey, input: content }, async () => {
      const merchant = await lockForAdding(tx, scope, 1)
      return { locationId: await addLocation(ctx, tx, merchant, cleaned) }
    }),
  )
  return getLocation(ctx, { locationId })
}

/** Returns false if the merchant already has a location. Concurrent calls create one. */
export async function createFirstLocation(ctx: Context, input: Content): Promise<boolean> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.create')
  const { merchantId } = input
  const cleaned = clean(input)
  return inTransaction(ctx, async (tx) => {
    const merchant = await lockForChange(tx, scopeToMerchant(actor, merchantId))
    if ((await countLocations(tx, [merchantId])).get(merchantId)) return false
    await addLocation(ctx, tx, merchant, cleaned)
    return true
  })
}

type Cleaned = ReturnType<typeof clean>

function clean({ name, fields }: Content) {
  return { name: cleanName(name), fields: mergeFields({}, cleanFields(fields)) }
}

async function addLocation(
  ctx: Context,
  tx: Transaction,
  merchant: Locked<MerchantSettings>,
  { name, fields: typed }: Cleaned,
) {
  const now = ctx.clock.now()
  const id = ctx.ids.newId('loc')
  const fields = withZone(typed, merchant.timeZone)
  await insertLocations(tx, merchant, [{ id, name, fields, createdAt: now, updatedAt: now }])
  await adoptZoneLater(ctx, tx, merchant, { from: null, to: readTimeZone(fields.timeZone) })
  const after = { name, ...fields }
  await recordChange(ctx, tx, { action: 'create_location', locationId: id, merchantId: merchant.id, after })
  return id
}

/** Copies everything except the coordinates, including unknown fields, because a copy is at another place. */
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

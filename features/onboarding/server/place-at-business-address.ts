import { createHash } from 'node:crypto'
import { createLocation } from '@quaff/features/locations/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { countVenue } from './venue/count-venue'
import { findVenue } from './venue/find-venue'
import { requireEditable } from './venue/require-editable'

type NewLocation = Omit<Parameters<typeof createLocation>[1], 'requestKey'>

const maxDeletedBefore = 20

/** For a venue with one address: nobody types it twice. Nothing happens where there is a location already. */
export async function placeAtBusinessAddress(ctx: Context, { merchantId }: VenueInput): Promise<{ created: boolean }> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  const venue = await findVenue(ctx.db, actor, merchantId)
  requireEditable(venue, 'locations')
  if (!venue.merchant || (await countVenue(ctx.db, venue)).locations > 0) return { created: false }
  const { id, name, address, contactPhone } = venue.merchant
  if (!address.line1 || !address.city) {
    throw new Refusal('CONFLICT', 'NO_ADDRESS', 'Enter street and city in the business profile first.')
  }
  const fields = { address, ...(contactPhone ? { phone: contactPhone } : {}) }
  await createOnce(ctx, { merchantId: id, name, fields })
  return { created: true }
}

/**
 * The key is made from the merchant, so that two requests at once make one location. One that was made under it and
 * deleted since can not be had again: then the next key is used.
 */
async function createOnce(ctx: Context, location: NewLocation): Promise<void> {
  for (let attempt = 0; attempt < maxDeletedBefore; attempt++) {
    try {
      await createLocation(ctx, { ...location, requestKey: keyOf(`${location.merchantId} ${attempt}`) })
      return
    } catch (error) {
      if (!isUsedUp(error)) throw error
    }
  }
  throw new Refusal('CONFLICT', 'LOCATIONS', 'The location could not be added. Add it by hand.')
}

/** Deleted since, or made from what the profile said before. */
function isUsedUp(error: unknown): boolean {
  return error instanceof Refusal && ['LOCATION', 'REQUEST_KEY'].includes(error.reason)
}

function keyOf(text: string): string {
  const hex = createHash('sha256').update(`business address of ${text}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

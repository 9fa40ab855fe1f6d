import { createFirstLocation } from '@quaff/features/locations/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { onboardingRefusals } from '../refusals'
import { countVenue } from './count-venue'
import { findVenue } from './find-venue'
import { requireEditable } from './require-editable'

/** For a venue with one address: nobody types it twice. Nothing happens where there is a location already. */
export async function placeAtBusinessAddress(ctx: Context, { merchantId }: VenueInput): Promise<{ created: boolean }> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.edit')
  const venue = await findVenue(ctx.db, actor, merchantId)
  requireEditable(venue, 'locations')
  if (!venue.merchant || (await countVenue(ctx.db, venue)).locations > 0) return { created: false }
  const { id, name, address, contactPhone } = venue.merchant
  if (!address.line1 || !address.city) throw refuse(onboardingRefusals, 'NO_ADDRESS')
  const fields = { address, ...(contactPhone ? { phone: contactPhone } : {}) }
  return { created: await createFirstLocation(ctx, { merchantId: id, name, fields }) }
}

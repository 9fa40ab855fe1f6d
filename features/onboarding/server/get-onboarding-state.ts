import { earlierThan, listRequests, readChangeRequest } from '@quaff/features/merchants/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { OnboardingState, VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { countVenue } from './venue/count-venue'
import { findVenue } from './venue/find-venue'
import { presentState } from './venue/present-state'

export async function getOnboardingState(ctx: Context, { merchantId }: VenueInput): Promise<OnboardingState> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.state')
  const venue = await findVenue(ctx.db, actor, merchantId)
  const editors: readonly string[] = onboardingPermissions['onboarding.edit']
  const [requests, counts] = await askTogether(ctx.db, (db) =>
    Promise.all([venue.merchant ? listRequests(db, venue.owner) : [], countVenue(db, venue)]),
  )
  const earlierRequests = earlierThan(readChangeRequest(venue.merchant?.changeRequest ?? null), requests)
  return { ...presentState(venue, counts, { mayEdit: editors.includes(actor.role) }), earlierRequests }
}

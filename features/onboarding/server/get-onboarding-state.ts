import { earlierThan, listRequests, listStepsChanged } from '@quaff/features/merchants/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { askTogether } from '@quaff/platform/server/reading/ask-together'
import type { OnboardingState, VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { countVenue } from './venue/count-venue'
import { findVenue } from './venue/find-venue'
import { openRequestOf, presentState } from './venue/present-state'

export async function getOnboardingState(ctx: Context, { merchantId }: VenueInput): Promise<OnboardingState> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.state')
  const venue = await findVenue(ctx.db, actor, merchantId)
  const editors: readonly string[] = onboardingPermissions['onboarding.edit']
  const open = openRequestOf(venue)
  const [requests, changedSince, counts] = await askTogether(ctx.db, (db) =>
    Promise.all([
      venue.merchant ? listRequests(db, venue.owner) : [],
      venue.merchant && open ? listStepsChanged(db, venue.owner, open.requestedAt) : [],
      countVenue(db, venue),
    ]),
  )
  const state = presentState(venue, counts, { mayEdit: editors.includes(actor.role) })
  return { ...state, changedSince, earlierRequests: earlierThan(open, requests) }
}

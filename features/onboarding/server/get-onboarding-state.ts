import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { OnboardingState, VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { countVenue } from './venue/count-venue'
import { findVenue } from './venue/find-venue'
import { presentState } from './venue/present-state'

export async function getOnboardingState(ctx: Context, { merchantId }: VenueInput): Promise<OnboardingState> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.state')
  const venue = await findVenue(ctx.db, actor, merchantId)
  const editors: readonly string[] = onboardingPermissions['onboarding.edit']
  return presentState(venue, await countVenue(ctx.db, venue), { mayEdit: editors.includes(actor.role) })
}

import { bankingPermissions } from '@quaff/features/banking/permissions'
import { findAccountDigits } from '@quaff/features/banking/server'
import { earlierThan, listRequests, listStepsChanged } from '@quaff/features/merchants/server'
import { listPricesForSale } from '@quaff/features/plans/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import { summaryPrices, type OnboardingState, type VenueInput } from '../contract'
import { onboardingPermissions } from '../permissions'
import { countVenue } from './count-venue'
import { findVenue } from './find-venue'
import { openRequestOf, presentState } from './present-state'

export async function getOnboardingState(ctx: Context, { merchantId }: VenueInput): Promise<OnboardingState> {
  const actor = authorize(ctx.actor, onboardingPermissions, 'onboarding.state')
  const venue = await findVenue(ctx.db, actor, merchantId)
  const editors: readonly string[] = onboardingPermissions['onboarding.edit']
  const mayReadBank = (bankingPermissions['bank.get'] as readonly string[]).includes(actor.role)
  const open = openRequestOf(venue)
  const [requests, changedSince, counts, prices, accountLastDigits] = await batchReads(ctx.db, (db) =>
    Promise.all([
      venue.merchant ? listRequests(db, venue.owner) : [],
      venue.merchant && open ? listStepsChanged(db, venue.owner, open.requestedAt) : [],
      countVenue(db, venue),
      venue.merchant ? listPricesForSale(db, venue.owner, summaryPrices) : [],
      venue.merchant && mayReadBank ? findAccountDigits(db, venue.owner) : null,
    ]),
  )
  const state = presentState(venue, counts, { mayEdit: editors.includes(actor.role) })
  return { ...state, changedSince, earlierRequests: earlierThan(open, requests), prices, accountLastDigits }
}

import {
  decideRedemption,
  explainCustomer,
  type AccountDetails,
  type PassDetails,
  type Verdict,
} from '@quaff/features/redemptions/scan-rules'
import { listPlaces, lockTotals } from '@quaff/features/redemptions/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Context, Transaction } from '@quaff/platform/server'
import { firstDrink, type DecideInput } from '../redemption-check-contract'
import { firstDrinkLimits, type StoredDetails } from '../rules'
import { takePromotionUse, countDrinks, findVenue } from './running-store'

type Requested = {
  scope: MerchantScope
  account: AccountDetails
  input: DecideInput
  /** Contains only promotions that run today. */
  running: readonly StoredDetails[]
}

const noPass: Verdict = { ok: false, reason: 'NO_PASS', at: null }

/**
 * A customer who never had a subscription here gets a free drink if the promotion runs; otherwise the usual checks
 * apply. The use is counted immediately, so that concurrent redemptions respect the limit.
 */
export async function decideFirstDrink(
  ctx: Context,
  tx: Transaction,
  { scope, account, input, running }: Requested,
): Promise<Verdict> {
  const { merchantId, userId, locationId } = input
  const promotion = running.find(({ promotionId }) => promotionId === firstDrink)
  const venue = promotion && (await findVenue(tx, scope, merchantId))
  if (!promotion || !venue) return noPass
  await lockTotals(tx, [merchantId])
  const { perCustomer, total } = firstDrinkLimits(promotion)
  if ((await countDrinks(tx, scope, { userId, merchantId, most: perCustomer })) >= perCustomer) return noPass
  const all = await listPlaces(tx, scope, [merchantId])
  const locations = locationId === undefined ? all : all.filter(({ id }) => id === locationId)
  if (locationId !== undefined && locations.length === 0) return { ok: false, reason: 'UNKNOWN_LOCATION', at: null }
  const details = { account, lastRedemption: null, passes: [asPass(merchantId, venue, ctx)], locations, usages: [] }
  const verdict = decideRedemption(explainCustomer(details, ctx.clock.now(), ctx.settings.timeZone))
  if (!verdict.ok) return verdict
  // Subscribers of a paused venue can redeem, newcomers can't.
  if (!venue.isLive) return { ok: false, reason: 'VENUE_NOT_LIVE', at: null }
  return (await takePromotionUse(tx, scope, { merchantId, promotionId: firstDrink, limit: total })) ? verdict : noPass
}

const dayMs = 86_400_000

/** A pass of today, of a plan without rules. */
function asPass(merchantId: string, merchant: PassDetails['merchant'], { clock }: Context): PassDetails {
  const now = clock.now()
  return {
    subscriptionId: firstDrink,
    status: 'active',
    merchantId,
    planId: null,
    currentPeriodStart: now,
    currentPeriodEnd: new Date(now.getTime() + dayMs),
    cancelAtPeriodEnd: true,
    updatedAt: now,
    merchant,
    plan: { name: firstDrink, active: true, fields: {} },
  }
}

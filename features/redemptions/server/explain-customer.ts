import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { authorize, batchReads, type Context, refuse } from '@quaff/platform/server'
import { currentPeriods, usagePeriods } from '../allowance-rules'
import { redemptionPermissions } from '../permissions'
import { redemptionRefusals } from '../refusals'
import { redemptionView } from '../rules'
import { scanLimits, type ExplainCustomerInput, type Explanation } from '../scan-contract'
import { explainCustomer as explain, passesInQuestion } from '../scan-rules'
import { listPasses, listPlaces, listUsages } from './explanation-store'
import { findAccount, selectUserRedemptions } from './user-redemption-store'

/** Returns the current facts about a customer for support staff, and what a scan would report. */
export async function explainCustomer(ctx: Context, { userId }: ExplainCustomerInput): Promise<Explanation> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.explain')
  return readExplanation(ctx, merchantScope(actor), userId)
}

/** Reads only passes and redemptions of the scope. */
export async function readExplanation(
  { db, settings: { timeZone }, clock }: Context,
  scope: MerchantScope,
  userId: string,
): Promise<Explanation> {
  const now = clock.now()
  const [account, passes] = await batchReads(db, (one) =>
    Promise.all([findAccount(one, userId), listPasses(one, scope, userId)]),
  )
  if (!account) throw refuse(redemptionRefusals, 'USER')
  const shown = passesInQuestion(passes, timeZone, now).slice(0, scanLimits.passes)
  const zones = [...new Set(shown.map(({ merchant }) => merchant?.timeZone ?? timeZone))]
  // Scanner clocks differ a little. A redemption beyond today is an error and not the last visit.
  const before = new Date(Math.max(...[timeZone, ...zones].map((zone) => currentPeriods(now, zone).day.to.getTime())))
  const [ofZones, [last], locations] = await batchReads(db, (one) =>
    Promise.all([
      Promise.all(zones.map((zone) => listUsages(one, scope, userId, usagePeriods(now, zone)))),
      selectUserRedemptions(one, scope, { userId, before, limit: 1 }),
      listPlaces(one, scope, [...new Set(shown.map(({ merchantId }) => merchantId))]),
    ]),
  )
  const zoneOf = new Map(shown.map(({ merchantId, merchant }) => [merchantId, merchant?.timeZone ?? timeZone]))
  const usages = ofZones.flatMap((rows, index) =>
    rows.filter(({ merchantId }) => zoneOf.get(merchantId) === zones[index]),
  )
  const lastRedemption = last ? redemptionView(last, last) : null
  return explain({ account, lastRedemption, passes, locations, usages }, now, timeZone)
}

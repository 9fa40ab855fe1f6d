import { usagePeriods } from '@quaff/features/redemptions/allowance-rules'
import {
  decideRedemption as decide,
  explainCustomer,
  leftAfter,
  type AccountDetails,
  type PassDetails,
  type Verdict,
} from '@quaff/features/redemptions/scan-rules'
import {
  findAccount,
  listPasses,
  listPlaces,
  listUsages,
  lockTotals,
  writeRedemptions,
} from '@quaff/features/redemptions/server'
import { findMerchantZone, keyScope, type MerchantScope } from '@quaff/features/sessions/server'
import { type Context, dayKeyIn, inTransaction, type KeyActor, onceFor, type Transaction } from '@quaff/platform/server'
import { firstDrink, type DecideInput, type Decision } from '../redemption-check-contract'
import { isForPlan, isRunning, type StoredDetails } from '../rules'
import { decideFirstDrink } from './decide-first-drink'
import { listEnabled } from './running-store'

/**
 * May this person drink here now? Decided and written in one transaction, once per request key: of fifty retries one
 * decides, and the others are given its answer, a refusal too. Drinks of one merchant are decided one after the other.
 */
export function decideRedemption(
  ctx: Context,
  key: KeyActor,
  requestKey: string,
  input: DecideInput,
): Promise<Decision> {
  const request = { action: 'redemptions.decide', key: requestKey, input }
  return inTransaction(ctx, (tx) => onceFor(ctx, tx, key.keyId, request, () => decideOnce(ctx, tx, key, input)))
}

/** In the merchant's calendar, like its statistics: a redemption belongs to one day everywhere (0094). */
async function decideOnce(ctx: Context, tx: Transaction, key: KeyActor, input: DecideInput): Promise<Decision> {
  const { userId, merchantId, subscriptionId } = input
  const scope = keyScope(key)
  const zone = isOfKey(key, merchantId) ? await findMerchantZone(tx, merchantId) : undefined
  // A wrong merchant is the app's mistake: NO_PASS would turn a paying guest away.
  if (zone === undefined) return { decision: 'refused', reason: 'VENUE_UNKNOWN', at: null, promotions: [] }
  const local = zone ? { ...ctx, settings: { ...ctx.settings, timeZone: zone } } : ctx
  const account = await findAccount(tx, userId)
  if (!account) return { decision: 'refused', reason: 'UNKNOWN_PERSON', at: null, promotions: [] }
  const today = dayKeyIn(local.settings.timeZone, ctx.clock.now())
  const running = (await listEnabled(tx, scope, merchantId)).filter((promotion) => isRunning(promotion, today))
  const ofMerchant = (await listPasses(tx, scope, userId)).filter((pass) => pass.merchantId === merchantId)
  const passes = ofMerchant.filter((pass) => (subscriptionId ?? pass.subscriptionId) === pass.subscriptionId)
  if (ofMerchant.length === 0 && subscriptionId === undefined) {
    const verdict = await decideFirstDrink(local, tx, { scope, account, input, running })
    return answer(ctx, tx, { input, verdict, running, isFirst: true })
  }
  const verdict: Verdict =
    passes.length === 0
      ? { ok: false, reason: 'NO_PASS', at: null }
      : await decideByPasses(local, tx, { scope, account, passes, input })
  return answer(ctx, tx, { input, verdict, running, isFirst: false })
}

/** A merchant that the key does not cover is answered like one that does not exist. */
const isOfKey = ({ merchantIds }: KeyActor, merchantId: string) =>
  merchantIds === null || merchantIds.includes(merchantId)

type ByPasses = { scope: MerchantScope; account: AccountDetails; passes: PassDetails[]; input: DecideInput }

async function decideByPasses(
  ctx: Context,
  tx: Transaction,
  { scope, account, passes, input }: ByPasses,
): Promise<Verdict> {
  const { userId, merchantId, locationId } = input
  // This lock stops concurrent decisions and redemptions of the merchant, so the counts stay valid.
  await lockTotals(tx, [merchantId])
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const usages = await listUsages(tx, scope, userId, usagePeriods(now, timeZone))
  const all = await listPlaces(tx, scope, [merchantId])
  const locations = locationId === undefined ? all : all.filter(({ id }) => id === locationId)
  if (locationId !== undefined && locations.length === 0) return { ok: false, reason: 'UNKNOWN_LOCATION', at: null }
  return decide(explainCustomer({ account, lastRedemption: null, passes, locations, usages }, now, timeZone))
}

type Decided = { input: DecideInput; verdict: Verdict; running: readonly StoredDetails[]; isFirst: boolean }

async function answer(ctx: Context, tx: Transaction, { input, verdict, running, isFirst }: Decided): Promise<Decision> {
  const planId = verdict.ok ? verdict.pass.planId : null
  const offered = verdict.ok && !isFirst ? running.filter((promotion) => isForPlan(promotion, planId)) : running
  const promotions = offered.map(({ promotionId }) => promotionId)
  if (!verdict.ok)
    return { decision: 'refused', reason: verdict.reason, at: verdict.at?.toISOString() ?? null, promotions }
  const { userId, merchantId, locationId = null } = input
  const subscriptionId = isFirst ? null : verdict.pass.subscriptionId
  const redemption = { id: ctx.ids.newId('red'), merchantId, locationId, planId, subscriptionId }
  const method = isFirst ? firstDrink : input.method
  const redeemedAt = ctx.clock.now()
  await writeRedemptions(ctx, tx, [{ ...redemption, userId, redeemedAt, method }])
  return {
    decision: 'accepted',
    redemption: { ...redemption, redeemedAt: redeemedAt.toISOString() },
    left: isFirst ? null : leftAfter(verdict.pass),
    promotions,
  }
}

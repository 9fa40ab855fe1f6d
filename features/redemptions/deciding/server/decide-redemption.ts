import { keyScope } from '@quaff/features/sessions/server'
import type { KeyActor } from '@quaff/platform/server/actor'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { onceFor } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { currentPeriods, earliestStart } from '../../allowance/rules'
import { listPasses, listPlaces, listUsages } from '../../explanation/server/explanation-store'
import { findAccount } from '../../person/server/user-redemption-store'
import { scanLimits, type Pass } from '../../scan/contract'
import { explainCustomer } from '../../scan/rules'
import { lockTotals } from '../../server/hour-store'
import { writeRedemptions } from '../../server/write-redemptions'
import type { DecideInput, Decision, RefusedReason } from '../contract'
import { decideRedemption as decide, leftAfter } from '../rules'

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

async function decideOnce(ctx: Context, tx: Transaction, key: KeyActor, input: DecideInput): Promise<Decision> {
  const { userId, merchantId, locationId, subscriptionId } = input
  const scope = keyScope(key)
  const account = await findAccount(tx, userId)
  if (!account) return refused('UNKNOWN_PERSON')
  const passes = (await listPasses(tx, scope, userId)).filter(
    (pass) => pass.merchantId === merchantId && (subscriptionId ?? pass.subscriptionId) === pass.subscriptionId,
  )
  if (passes.length === 0) return refused('NO_PASS')
  // From here on nobody else decides or writes a drink of this merchant: what is counted stays so.
  await lockTotals(tx, [merchantId])
  const { timeZone } = ctx.settings
  const now = ctx.clock.now()
  const periods = currentPeriods(now, timeZone)
  const since = new Date(Math.min(earliestStart(now, timeZone).getTime(), now.getTime() - scanLimits.doubleScanMs))
  const usages = await listUsages(tx, scope, userId, { since, until: periods.day.to, periods })
  const all = await listPlaces(tx, scope, [merchantId])
  const locations = locationId === undefined ? all : all.filter(({ id }) => id === locationId)
  if (locationId !== undefined && locations.length === 0) return refused('UNKNOWN_LOCATION')
  const verdict = decide(explainCustomer({ account, lastRedemption: null, passes, locations, usages }, now, timeZone))
  if (!verdict.ok) return refused(verdict.reason, verdict.at)
  return write(ctx, tx, { input, pass: verdict.pass, now })
}

type Accepted = { input: DecideInput; pass: Pass; now: Date }

async function write(ctx: Context, tx: Transaction, { input, pass, now }: Accepted): Promise<Decision> {
  const { userId, merchantId, locationId = null, method } = input
  const { planId, subscriptionId } = pass
  const redemption = { id: ctx.ids.newId('red'), merchantId, locationId, planId, subscriptionId }
  await writeRedemptions(ctx, tx, [{ ...redemption, userId, redeemedAt: now, method }])
  return { decision: 'accepted', redemption: { ...redemption, redeemedAt: now.toISOString() }, left: leftAfter(pass) }
}

const refused = (reason: RefusedReason, at: Date | null = null): Decision => ({
  decision: 'refused',
  reason,
  at: at?.toISOString() ?? null,
})

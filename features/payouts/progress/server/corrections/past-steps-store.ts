import { and, asc, eq } from 'drizzle-orm'
import { scopeWhere } from '@quaff/features/sessions/server'
import type { Locked, Queryable, Transaction } from '@quaff/platform/server'
import type { StoredPayout } from '../../../server/payouts-store'
import type { PayoutScope } from '../../../server/reading/payout-scope'
import { payoutPastSteps, payouts } from '../../../server/tables'
import { stepsOf, type Step } from '../../../statement-rules'

/** Keeps the steps that the next update of the payout's columns overwrites. */
export async function keepPastSteps(tx: Transaction, payout: Locked<StoredPayout>, next?: Step) {
  const steps = [...stepsOf(payout).slice(1), ...(next ? [next] : [])]
  if (steps.length === 0) return
  await tx
    .insert(payoutPastSteps)
    .values(steps.map(({ status, at, byId, reason }) => ({ payoutId: payout.id, status, at, by: byId, reason })))
}

/** Returns past steps, oldest first. */
export async function listPastSteps(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  const { status, at, by: byId, reason } = payoutPastSteps
  return db
    .select({ status, at, byId, reason })
    .from(payoutPastSteps)
    .innerJoin(payouts, eq(payouts.id, payoutPastSteps.payoutId))
    .where(and(scopeWhere(scope, payouts.merchantId), eq(payoutPastSteps.payoutId, payoutId)))
    .orderBy(asc(payoutPastSteps.number))
}

import { merchantNotFound, scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import type { Locked } from '@quaff/platform/server/transaction'
import { lockedRefusal } from '../rules'
import { lockMerchantFacts, lockPlanRow, type StoredPlan } from './plan-store'

/** Begins every change: the merchant is in reach, and neither archived nor declined until the transaction ends. */
export async function openPlans(
  tx: Transaction,
  actor: UserActor,
  merchantId: string,
  strength: 'share' | 'update' = 'share',
): Promise<OneMerchant> {
  const scope = scopeToMerchant(actor, merchantId)
  const merchant = await lockMerchantFacts(tx, scope, strength)
  if (!merchant) throw merchantNotFound()
  const refusal = lockedRefusal(merchant.status)
  if (refusal) throw refusal
  return scope
}

/** Locks one plan of a merchant whose plans can change. */
export async function lockOpenPlan(
  tx: Transaction,
  actor: UserActor,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<Locked<StoredPlan>> {
  const scope = await openPlans(tx, actor, merchantId)
  return lockPlanRow(tx, scope, planId)
}

/** Plans are part of what a merchant is: its checklist and its pages follow. */
export async function publishPlans(tx: Transaction, merchantId: string): Promise<void> {
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

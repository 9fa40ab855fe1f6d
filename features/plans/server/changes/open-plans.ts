import { merchantNotFound, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { lockedRefusal } from '../../rules'
import { lockMerchantFacts } from '../plan-store'

/** Begins every change: the merchant is in reach, and neither archived nor declined until the transaction ends. */
export async function openPlans(
  tx: Transaction,
  actor: UserActor,
  merchantId: string,
  strength: 'share' | 'update' = 'share',
): Promise<MerchantScope> {
  const scope = scopeToMerchant(actor, merchantId)
  const merchant = await lockMerchantFacts(tx, scope, strength)
  if (!merchant) throw merchantNotFound()
  const refusal = lockedRefusal(merchant.status)
  if (refusal) throw refusal
  return scope
}

/** Plans are part of what a merchant is: its checklist and its pages follow. */
export async function publishPlans(tx: Transaction, merchantId: string): Promise<void> {
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

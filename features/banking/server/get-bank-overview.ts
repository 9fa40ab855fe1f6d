import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import type { BankOverview } from '../contract'
import { bankingPermissions } from '../permissions'
import { lockedRefusal } from '../rules'
import { findMerchantBank } from './banking-store'
import { presentRecord, stateOf } from './present-bank'

export async function getBankOverview(ctx: Context, { merchantId }: { merchantId: string }): Promise<BankOverview> {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.get')
  const found = await findMerchantBank(ctx.db, scopeToMerchant(actor, merchantId))
  return {
    merchantName: found.merchantName,
    state: stateOf(ctx, found),
    bank: presentRecord(ctx, found),
    lockedReason: lockedRefusal(found.merchantStatus, actor.role === adminRole)?.message ?? null,
  }
}

import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { bankingPermissions } from '../permissions'
import { findMerchantBank } from './banking-store'
import { stateOf } from './present-bank'

/** All that viewers learn of it (G11). */
export async function isBankOnFile(ctx: Context, { merchantId }: { merchantId: string }): Promise<{ onFile: boolean }> {
  const actor = authorize(ctx.actor, bankingPermissions, 'bank.onFile')
  const found = await findMerchantBank(ctx.db, scopeToMerchant(actor, merchantId))
  return { onFile: stateOf(ctx, found) === 'verified' }
}

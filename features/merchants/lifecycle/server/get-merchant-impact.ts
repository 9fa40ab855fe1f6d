import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { MerchantImpact } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { listOwnersToMail } from '../../record/server/merchant-record-store'
import { readMerchant } from '../../server/get-merchant'
import { isUnused } from '../rules'
import { countUsage } from './merchant-impact-store'

/** What a change of state or a deletion would meet. */
export async function getMerchantImpact(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantImpact> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.impact'), merchantId)
  await readMerchant(ctx.db, scope)
  const [usage, owners] = await Promise.all([countUsage(ctx.db, scope), listOwnersToMail(ctx.db, merchantId)])
  return { ...usage, owners: owners.length, deletable: isUnused(usage) }
}

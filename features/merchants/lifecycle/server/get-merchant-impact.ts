import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { MerchantImpact } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { listOwnersToMail } from '../../record/server/merchant-record-store'
import { requireMerchant } from '../../server/merchant-store'
import { isUnused } from '../rules'
import { countUsage } from './merchant-impact-store'

/** What a change of state or a deletion would meet. */
export async function getMerchantImpact(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantImpact> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.impact'), merchantId)
  const [usage, owners] = await batchReads(ctx.db, (db) =>
    Promise.all([countUsage(db, scope), listOwnersToMail(db, merchantId), requireMerchant(db, scope)]),
  )
  return { ...usage, owners: owners.length, deletable: isUnused(usage) }
}

import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { MerchantImpact } from '../contract'
import { isUnused } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { countUsage } from './merchant-impact-store'
import { listOwnersToMail } from './merchant-record-store'
import { requireMerchant } from './merchant-store'

/** What a change of state or a deletion would meet. */
export async function getMerchantImpact(ctx: Context, { merchantId }: { merchantId: string }): Promise<MerchantImpact> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.impact'), merchantId)
  const [usage, owners] = await batchReads(ctx.db, (db) =>
    Promise.all([countUsage(db, scope), listOwnersToMail(db, merchantId), requireMerchant(db, scope)]),
  )
  return { ...usage, owners: owners.length, deletable: isUnused(usage) }
}

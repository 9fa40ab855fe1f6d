import type { Context } from '@quaff/platform/server/context'
import type { ApproveManyInput } from '../contract'
import { approveMerchantDirect } from './approve-merchant'
import { reviewEach } from './review-many'

export async function approveMany(ctx: Context, { merchantIds, notes, despiteMissing }: ApproveManyInput) {
  return reviewEach(ctx, 'merchant.approve', merchantIds, (merchantId) =>
    approveMerchantDirect(ctx, { merchantId, notes, onlyComplete: !despiteMissing }),
  )
}

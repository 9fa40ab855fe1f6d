import type { Context } from '@quaff/platform/server/context'
import { markOneReviewed } from './mark-one-reviewed'
import { forEach, type Batch } from './review-many'

export async function markReviewed(ctx: Context, { merchantIds }: Batch) {
  return forEach(ctx, 'merchant.review', merchantIds, (merchantId) => markOneReviewed(ctx, merchantId))
}

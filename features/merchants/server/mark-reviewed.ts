import type { Context } from '@quaff/platform/server/context'
import { markOneReviewed } from './mark-one-reviewed'
import { reviewEach, type Batch } from './review-many'

export async function markReviewed(ctx: Context, { merchantIds }: Batch) {
  return reviewEach(ctx, 'merchant.review', merchantIds, (merchantId) => markOneReviewed(ctx, merchantId))
}

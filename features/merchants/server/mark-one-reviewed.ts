import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { reviewedOf } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { lockMerchant } from './merchant-record-store'
import { recordLifecycle } from './record-lifecycle'

/** Clears needsReview of one that is approved or stopped; who waits for approval is approved, sent back or declined instead. */
export async function markOneReviewed(ctx: Context, merchantId: string): Promise<void> {
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.review'), merchantId)
  await inTransaction(ctx, async (tx) => {
    const before = await lockMerchant(tx, scope)
    await recordLifecycle(ctx, tx, before, {
      action: 'markReviewed',
      auditAction: 'mark_reviewed',
      patch: reviewedOf(before),
    })
  })
}

import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, isRefusal } from '@quaff/platform/server'
import type { ApproveManyInput, BatchResult } from '../contract'
import { reviewedOf } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { type Approved, approveMerchantDirect } from './approve-merchant'
import { lockMerchant } from './merchant-record-store'
import { listMerchantNames } from './merchant-store'
import { recordLifecycle } from './record-lifecycle'

type Batch = { merchantIds: readonly string[] }

/** One transaction per merchant, so that a refusal does not undo the others. */
export async function reviewEach(
  ctx: Context,
  action: 'merchant.approve' | 'merchant.review',
  merchantIds: readonly string[],
  act: (merchantId: string) => Promise<Approved | void>,
): Promise<BatchResult> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, action))
  const requested = [...new Set(merchantIds)]
  const names = await listMerchantNames(ctx.db, scope, requested)
  const results: BatchResult = []
  for (const merchantId of requested) {
    const outcome = await outcomeOf(() => act(merchantId))
    results.push({ merchantId, name: names.get(merchantId) || 'Unknown Merchant', ...outcome })
  }
  return results
}

async function outcomeOf(
  act: () => Promise<Approved | void>,
): Promise<Omit<BatchResult[number], 'merchantId' | 'name'>> {
  try {
    const done = await act()
    return { ok: true, error: null, ...(done?.missing ? { missing: done.missing } : {}) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ok: false, error: error.message }
  }
}

export async function approveMany(ctx: Context, { merchantIds, notes, despiteMissing }: ApproveManyInput) {
  return reviewEach(ctx, 'merchant.approve', merchantIds, (merchantId) =>
    approveMerchantDirect(ctx, { merchantId, notes, onlyComplete: !despiteMissing }),
  )
}

/** Clears needsReview of one that is approved or stopped; who waits for approval is approved, sent back or declined instead. */
export async function markOneReviewed(ctx: Context, merchantId: string) {
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

export async function markReviewed(ctx: Context, { merchantIds }: Batch) {
  return reviewEach(ctx, 'merchant.review', merchantIds, (merchantId) => markOneReviewed(ctx, merchantId))
}

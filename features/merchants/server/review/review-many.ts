import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { BatchResult } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { approveMerchantDirect } from '../lifecycle/approve-merchant'
import { listMerchantNames } from '../merchant-store'
import { markOneReviewed } from './mark-reviewed'

export type Batch = { merchantIds: readonly string[] }

export async function approveMany(ctx: Context, { merchantIds, notes }: Batch & { notes: string }) {
  return forEach(ctx, 'merchant.approve', merchantIds, (merchantId) =>
    approveMerchantDirect(ctx, { merchantId, notes }),
  )
}

export async function markReviewed(ctx: Context, { merchantIds }: Batch) {
  return forEach(ctx, 'merchant.review', merchantIds, (merchantId) => markOneReviewed(ctx, merchantId))
}

/** Each merchant in a transaction of its own and checked by itself: one refusal undoes nothing of the others. */
async function forEach(
  ctx: Context,
  action: 'merchant.approve' | 'merchant.review',
  merchantIds: readonly string[],
  act: (merchantId: string) => Promise<unknown>,
): Promise<BatchResult> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, action))
  const asked = [...new Set(merchantIds)]
  const names = await listMerchantNames(ctx.db, scope, asked)
  const results: BatchResult = []
  for (const merchantId of asked) {
    const error = await refusalOf(() => act(merchantId))
    results.push({ merchantId, name: names.get(merchantId) || 'Unknown Merchant', ok: error === null, error })
  }
  return results
}

async function refusalOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

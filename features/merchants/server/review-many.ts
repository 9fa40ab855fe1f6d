import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { isRefusal } from '@quaff/platform/shared/refusal'
import type { BatchResult } from '../contract'
import { merchantPermissions } from '../permissions'
import type { Approved } from './approve-merchant'
import { listMerchantNames } from './merchant-store'

export type Batch = { merchantIds: readonly string[] }

/** Each merchant in a transaction of its own and checked by itself: one refusal undoes nothing of the others. */
export async function reviewEach(
  ctx: Context,
  action: 'merchant.approve' | 'merchant.review',
  merchantIds: readonly string[],
  act: (merchantId: string) => Promise<Approved | void>,
): Promise<BatchResult> {
  const scope = merchantScope(authorize(ctx.actor, merchantPermissions, action))
  const asked = [...new Set(merchantIds)]
  const names = await listMerchantNames(ctx.db, scope, asked)
  const results: BatchResult = []
  for (const merchantId of asked) {
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

import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionStatuses, type SubscriptionCounts, type SubscriptionCountsInput } from '../../contract'
import { subscriptionPermissions } from '../../permissions'
import { sumTotals } from '../totals-store'
import { requireMerchantBehind, scopeOf } from './subscription-scope'

/** Spec §7: counts, optionally per merchant; from the counters. */
export async function countSubscriptions(
  ctx: Context,
  { merchantId }: SubscriptionCountsInput,
): Promise<SubscriptionCounts> {
  const actor = authorize(ctx.actor, subscriptionPermissions, 'subscription.list')
  const scope = scopeOf(actor, merchantId)
  const totals = await sumTotals(ctx.db, scope)
  await requireMerchantBehind(ctx, scope, totals)
  return sumByStatus(totals)
}

export function sumByStatus(totals: readonly { status: string; count: number }[]): SubscriptionCounts {
  const counts = { all: 0, active: 0, trialing: 0, past_due: 0, canceled: 0 }
  for (const { status, count } of totals) {
    counts.all += count
    const known = subscriptionStatuses.find((one) => one === status)
    if (known) counts[known] += count
  }
  return counts
}

import type { MerchantScope } from '@quaff/features/sessions/server'
import { resolvePrice } from '@quaff/features/subscriptions/rules'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanPrice } from '../contract'
import { isSamePrice, priceOf, type PayingGroup } from '../prices/rules'
import { listPaid } from './plan-figures-store'

/** Running subscriptions of one plan by what they pay, most of them first. */
export async function readPayingGroups(
  db: Queryable,
  scope: MerchantScope,
  planId: string,
  prices: readonly PlanPrice[],
): Promise<PayingGroup[]> {
  const groups: PayingGroup[] = []
  for (const { count, monthlyMinor, status, ...source } of await listPaid(db, scope, planId)) {
    const paid = resolvePrice(source)
    const isActive = status === 'active'
    const known = groups.find((group) => isSamePrice(group, paid))
    const group = known ?? { ...paid, priceId: priceOf(paid, prices), active: 0, running: 0, monthlyMinor: 0 }
    if (!known) groups.push(group)
    group.running += count
    group.active += isActive ? count : 0
    group.monthlyMinor += isActive ? monthlyMinor : 0
  }
  return groups.sort((one, other) => other.running - one.running)
}

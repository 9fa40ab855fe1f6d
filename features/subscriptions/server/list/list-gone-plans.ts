import type { MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanGroup } from '../../contract'
import { sumByStatus } from './count-subscriptions'
import { listMerchantsOfGonePlans, listNewestOfGonePlans } from './gone-plan-store'
import { presentSubscriptionRow } from './subscription-row-presenter'

type Reader = { db: Queryable; scope: MerchantScope; actor: UserActor }

/** One group for each merchant, "Unknown Plan", of what no plan on record belongs to. */
export async function listGonePlans(
  { db, scope, actor }: Reader,
  { newest, limit }: { newest: number; limit: number },
): Promise<PlanGroup[]> {
  const found = await listMerchantsOfGonePlans(db, scope, limit)
  if (found.length === 0) return []
  const plans = found.flatMap(({ merchantId, counts }) =>
    [...new Set(counts.map(({ planId }) => planId))].map((planId) => ({ merchantId, planId })),
  )
  const rows = await listNewestOfGonePlans(db, scope, plans, newest)
  return found.map(({ merchantId, merchantName, counts }) => ({
    planId: null,
    planName: 'Unknown Plan',
    merchantId,
    merchantName: merchantName || 'Unknown Merchant',
    counts: sumByStatus(counts),
    newest: rows
      .filter((row) => row.merchantId === merchantId)
      .slice(0, newest)
      .map((row) => presentSubscriptionRow(row, actor)),
  }))
}

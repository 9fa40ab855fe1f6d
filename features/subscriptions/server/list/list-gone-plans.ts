import { scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanGroup } from '../../contract'
import { sumByStatus } from './count-subscriptions'
import { countOfGonePlans, listMerchantsOfGonePlans, listNewestOfGonePlans } from './gone-plan-store'
import { presentSubscriptionRow } from './subscription-row-presenter'

type Reader = { db: Queryable; scope: MerchantScope; actor: UserActor }

/** One group for each merchant, "Unknown Plan", of what no plan on record belongs to. */
export async function listGonePlans(
  { db, scope, actor }: Reader,
  { newest, limit }: { newest: number; limit: number },
): Promise<PlanGroup[]> {
  const found = await listMerchantsOfGonePlans(db, scope, limit)
  if (found.length === 0) return []
  const ids = found.map(({ merchantId }) => merchantId)
  const sums = await countOfGonePlans(db, scope, ids)
  return Promise.all(
    found.map(async ({ merchantId, merchantName }) => ({
      planId: null,
      planName: 'Unknown Plan',
      merchantId,
      merchantName: merchantName || 'Unknown Merchant',
      counts: sumByStatus(sums.filter((sum) => sum.merchantId === merchantId)),
      newest: (await listNewestOfGonePlans(db, scopeToMerchant(actor, merchantId), newest)).map((row) =>
        presentSubscriptionRow(row, actor),
      ),
    })),
  )
}

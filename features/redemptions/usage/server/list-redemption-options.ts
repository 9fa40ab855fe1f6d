import type { Context } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { UsageOptions } from '../contract'
import { openRedemptions, scopeOf } from './open-venue'
import { listMethods } from './usage-store'

export async function listRedemptionOptions(
  ctx: Context,
  { merchantId }: { merchantId?: string },
): Promise<UsageOptions> {
  const { scope } = scopeOf(ctx, merchantId, 'redemption.list')
  const [{ venue }, methods] = await batchReads(ctx.db, (db) =>
    Promise.all([openRedemptions({ ...ctx, db }, merchantId), listMethods(db, scope)]),
  )
  const named = (found: ReadonlyMap<string, { name: string }> = new Map()) =>
    [...found].map(([id, { name }]) => ({ id, name }))
  return { locations: named(venue?.locations), plans: named(venue?.plans), methods }
}

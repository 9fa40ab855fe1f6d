import type { Context } from '@quaff/platform/server/context'
import type { CountRedemptionsInput, RedemptionCounts } from '../contract'
import { openVenue, scopeOf } from './open-venue'
import { listCounts } from './usage-store'

/** Without a merchant: of all that the reader may see. */
export async function countRedemptions(ctx: Context, { merchantId }: CountRedemptionsInput): Promise<RedemptionCounts> {
  const { scope } =
    merchantId === undefined ? scopeOf(ctx, undefined, 'redemption.list') : await openVenue(ctx, merchantId)
  const counts = await listCounts(ctx.db, scope)
  return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) }
}

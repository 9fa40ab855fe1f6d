import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { redemptionPermissions } from '../../permissions'
import type { CountRedemptionsInput, RedemptionCounts } from '../contract'
import { openVenue } from './open-venue'
import { listCounts } from './usage-store'

/** Without a merchant: of all that the reader may see. */
export async function countRedemptions(ctx: Context, { merchantId }: CountRedemptionsInput): Promise<RedemptionCounts> {
  const actor = authorize(ctx.actor, redemptionPermissions, 'redemption.list')
  if (merchantId !== undefined) await openVenue(ctx, merchantId)
  const scope = merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)
  const counts = await listCounts(ctx.db, scope)
  return { counts, total: counts.reduce((sum, { count }) => sum + count, 0) }
}

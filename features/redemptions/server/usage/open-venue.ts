import { merchantNotFound, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { redemptionPermissions } from '../../permissions'
import { hasMerchant, readVenue, type VenueFacts } from './venue-store'

export type OpenVenue = { actor: UserActor; scope: MerchantScope; venue: VenueFacts }

/** The one gate to a merchant's redemptions: who reads, which rows, and what they are named by. */
export async function openVenue(
  ctx: Context,
  merchantId: string,
  action: 'redemption.list' | 'redemption.export' = 'redemption.list',
): Promise<OpenVenue> {
  const actor = authorize(ctx.actor, redemptionPermissions, action)
  const scope = scopeToMerchant(actor, merchantId)
  if (!(await hasMerchant(ctx.db, scope, merchantId))) throw merchantNotFound()
  return { actor, scope, venue: await readVenue(ctx.db, scope, ctx.settings.timeZone) }
}

import { merchantNotFound, merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { redemptionPermissions } from '../../permissions'
import type { UsageRow } from '../contract'
import { presentUsage } from './present-usage'
import type { UsageFacts } from './usage-store'
import { readVenue, type VenueFacts } from './venue-store'

type Reading = 'redemption.list' | 'redemption.export'
export type OpenVenue = { actor: UserActor; scope: MerchantScope; venue: VenueFacts }

/** The one gate to a merchant's redemptions: who reads, which rows, and what they are named by. */
export async function openVenue(
  ctx: Context,
  merchantId: string,
  action: Reading = 'redemption.list',
): Promise<OpenVenue> {
  const actor = authorize(ctx.actor, redemptionPermissions, action)
  const scope = scopeToMerchant(actor, merchantId)
  const venue = await readVenue(ctx.db, scope, ctx.settings.timeZone)
  if (!venue.hasMerchant) throw merchantNotFound()
  return { actor, scope, venue }
}

export type OpenRedemptions = {
  scope: MerchantScope
  /** Of the one merchant that was asked for. */
  venue: VenueFacts | undefined
  present: (rows: readonly UsageFacts[]) => Promise<UsageRow[]>
}

/** Of one merchant, or of all that the actor may see: then names are looked up for the rows of a page. */
export async function openRedemptions(
  ctx: Context,
  merchantId: string | undefined,
  action: Reading = 'redemption.list',
): Promise<OpenRedemptions> {
  const opened = merchantId === undefined ? undefined : await openVenue(ctx, merchantId, action)
  const actor = opened?.actor ?? authorize(ctx.actor, redemptionPermissions, action)
  const scope = opened?.scope ?? merchantScope(actor)
  return {
    scope,
    venue: opened?.venue,
    present: async (rows) => {
      const venue = opened?.venue ?? (await readVenue(ctx.db, scope, ctx.settings.timeZone, rows))
      return rows.map((row) => presentUsage(row, venue, actor))
    },
  }
}

import { merchantNotFound, merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { authorize, type Context, type Database, type UserActor } from '@quaff/platform/server'
import { redemptionPermissions } from '../../permissions'
import type { UsageRow } from '../../usage-contract'
import { presentUsage } from './read-redemptions'
import type { UsageDetails } from './usage-store'
import { readVenue, type VenueDetails } from './venue-store'

type Reading = 'redemption.list' | 'redemption.export'
type Requested = { actor: UserActor; scope: MerchantScope }
export type OpenVenue = Requested & { venue: VenueDetails }

/** Returns the readable scope of redemptions. Only `openVenue` checks that the merchant exists. */
export function scopeOf({ actor: caller }: Context, merchantId: string | undefined, action: Reading): Requested {
  const actor = authorize(caller, redemptionPermissions, action)
  return { actor, scope: merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId) }
}

/** Opens a merchant's redemptions: checks access and reads what names the rows. Every read of one merchant uses it. */
export async function openVenue(
  ctx: Context,
  merchantId: string,
  action: Reading = 'redemption.list',
): Promise<OpenVenue> {
  const { actor, scope } = scopeOf(ctx, merchantId, action)
  const venue = await readVenue(ctx.db, scope, ctx.settings.timeZone)
  if (!venue.hasMerchant) throw merchantNotFound()
  return { actor, scope, venue }
}

export type OpenRedemptions = {
  scope: MerchantScope
  /** Set if one merchant was requested. */
  venue: VenueDetails | undefined
  present: (rows: readonly UsageDetails[], db?: Database) => Promise<UsageRow[]>
}

/** Opens one merchant, or all that the actor may see. For all, `present` reads the names of each page. */
export async function openRedemptions(
  ctx: Context,
  merchantId: string | undefined,
  action: Reading = 'redemption.list',
): Promise<OpenRedemptions> {
  const opened = merchantId === undefined ? undefined : await openVenue(ctx, merchantId, action)
  const { actor, scope } = opened ?? scopeOf(ctx, undefined, action)
  return {
    scope,
    venue: opened?.venue,
    present: async (rows, db = ctx.db) => {
      const venue = opened?.venue ?? (await readVenue(db, scope, ctx.settings.timeZone, rows))
      return rows.map((row) => presentUsage(row, venue, actor))
    },
  }
}

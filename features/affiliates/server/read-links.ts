import { merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { AffiliateLink } from '../contract'
import { linkRefusals } from '../refusals'
import { findLinkRow } from './link-store'
import { presentLink } from './present-link'

export async function readLink(ctx: Context, actor: UserActor, linkId: string): Promise<AffiliateLink> {
  const row = await findLinkRow(ctx.db, merchantScope(actor), linkId)
  if (!row) throw refuse(linkRefusals, 'LINK')
  return presentLink(ctx, row)
}

export const scopeOf = (actor: UserActor, merchantId: string | undefined) =>
  merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)

import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { AffiliateLink, LinkIdInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { readLink } from './read-links'

export async function getLink(ctx: Context, { linkId }: LinkIdInput): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  return readLink(ctx, actor, linkId)
}

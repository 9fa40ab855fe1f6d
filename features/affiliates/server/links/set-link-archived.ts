import type { Context } from '@quaff/platform/server/context'
import type { AffiliateLink, SetArchivedInput } from '../../contract'
import { changeLink } from './change-link'

/** What is archived already, or not archived, stays as it is. */
export async function setLinkArchived(ctx: Context, input: SetArchivedInput): Promise<AffiliateLink> {
  const { archived, ...key } = input
  const action = archived ? 'archive_affiliate_link' : 'restore_affiliate_link'
  return changeLink(ctx, { ...key, action }, async () => ({ status: archived ? 'archived' : 'active' }))
}

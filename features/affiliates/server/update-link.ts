import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import { changedFields, changeRecord } from '@quaff/platform/server/change-record'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { linkLimits, type AffiliateLink, type SetArchivedInput, type UpdateLinkInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { linkRefusals } from '../refusals'
import { refuseFault, taken } from './create-link'
import {
  countFormerSlugs,
  findTaken,
  type LinkPatch,
  lockLink,
  lockSlugs,
  saveFormerSlug,
  type StoredLink,
  updateLinkRow,
} from './link-store'
import { readLink } from './read-links'

export async function updateLink(ctx: Context, input: UpdateLinkInput): Promise<AffiliateLink> {
  const { linkId, version, ...patch } = input
  return changeLink(ctx, { linkId, version, action: 'update_affiliate_link' }, async (tx, link) => {
    refuseFault({ ...patch, merchantId: link.merchantId })
    await moveLink(ctx, tx, link, patch.slug)
    return patch
  })
}

/** A link that is already in the wanted state stays as it is. */
export async function setLinkArchived(ctx: Context, input: SetArchivedInput): Promise<AffiliateLink> {
  const { archived, ...key } = input
  const action = archived ? 'archive_affiliate_link' : 'restore_affiliate_link'
  return changeLink(ctx, { ...key, action }, async () => ({ status: archived ? 'archived' : 'active' }))
}

async function changeLink(
  ctx: Context,
  { linkId, ...change }: { linkId: string; version: number; action: string },
  decide: (tx: Transaction, link: StoredLink) => Promise<LinkPatch>,
): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.edit')
  await changeRecord(ctx, {
    ...change,
    type: 'affiliate_link',
    lock: async (tx) => {
      const link = await lockLink(tx, merchantScope(actor), linkId)
      if (!link) throw refuse(linkRefusals, 'LINK')
      return link
    },
    write: async (tx, link) => {
      const patch = await decide(tx, link)
      const changed = changedFields(link, { ...link, ...patch })
      if (changed) await updateLinkRow(tx, link, patch, ctx.clock.now())
      return changed && { merchantId: link.merchantId, ...changed }
    },
  })
  return readLink(ctx, actor, linkId)
}

/** The former slug keeps leading to the link, and no other link can take it. */
async function moveLink(ctx: Context, tx: Transaction, { id: linkId, slug: from }: StoredLink, to: string) {
  if (from === to) return
  await lockSlugs(tx, [from, to])
  const found = await findTaken(tx, { slug: to, linkId })
  if (found.slug) throw taken(found)
  await saveFormerSlug(tx, { linkId, from, to, changedAt: ctx.clock.now() })
  if ((await countFormerSlugs(tx, linkId)) > linkLimits.formerSlugs) throw refuse(linkRefusals, 'SLUG_LIMIT')
}

import type { Context, Transaction } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { linkLimits, type AffiliateLink, type UpdateLinkInput } from '../../contract'
import { linkRefusals } from '../../refusals'
import { countFormerSlugs, lockSlugs, saveFormerSlug } from '../former-slugs-store'
import { findTaken, type StoredLink } from '../link-store'
import { changeLink } from './change-link'
import { refuseFault, taken } from './create-link'

export async function updateLink(ctx: Context, input: UpdateLinkInput): Promise<AffiliateLink> {
  const { linkId, version, ...patch } = input
  return changeLink(ctx, { linkId, version, action: 'update_affiliate_link' }, async (tx, link) => {
    refuseFault({ ...patch, merchantId: link.merchantId })
    await moveLink(ctx, tx, link, patch.slug)
    return patch
  })
}

/** The old address goes on leading to the link, and stays its own. */
async function moveLink(ctx: Context, tx: Transaction, { id: linkId, slug: from }: StoredLink, to: string) {
  if (from === to) return
  await lockSlugs(tx, [from, to])
  const found = await findTaken(tx, { slug: to, linkId })
  if (found.slug) throw taken(found)
  await saveFormerSlug(tx, { linkId, from, to, changedAt: ctx.clock.now() })
  if ((await countFormerSlugs(tx, linkId)) > linkLimits.formerSlugs) throw refuse(linkRefusals, 'SLUG_LIMIT')
}

import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import { linkLimits, type AffiliateLink, type SetArchivedInput, type UpdateLinkInput } from '../../contract'
import { affiliatePermissions } from '../../permissions'
import { linkRefusals } from '../../refusals'
import { countFormerSlugs, lockSlugs, saveFormerSlug } from '../former-slugs-store'
import { findTaken, lockLink, updateLinkRow, type LinkPatch, type StoredLink } from '../link-store'
import { refuseFault, taken } from './create-link'
import { readLink } from './read-links'

export async function updateLink(ctx: Context, input: UpdateLinkInput): Promise<AffiliateLink> {
  const { linkId, version, ...patch } = input
  return change(ctx, { linkId, version, action: 'update_affiliate_link' }, async (tx, link) => {
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

/** What is archived already, or not archived, stays as it is. */
export async function setLinkArchived(ctx: Context, input: SetArchivedInput): Promise<AffiliateLink> {
  const { archived, ...key } = input
  const action = archived ? 'archive_affiliate_link' : 'restore_affiliate_link'
  return change(ctx, { ...key, action }, async () => ({ status: archived ? 'archived' : 'active' }))
}

type Change = { linkId: string; version: number; action: string }

async function change(
  ctx: Context,
  { linkId, version, action }: Change,
  decide: (tx: Transaction, link: StoredLink) => Promise<LinkPatch>,
): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.edit')
  await inTransaction(ctx, async (tx) => {
    const link = await lockLink(tx, merchantScope(actor), linkId)
    if (!link) throw refuse(linkRefusals, 'LINK')
    if (link.version !== version) throw staleVersion({ type: 'affiliate_link', id: linkId, savedAt: link.updatedAt })
    const patch = await decide(tx, link)
    const changed = changedFields(link, patch)
    if (!changed) return
    await updateLinkRow(tx, link, patch, ctx.clock.now())
    await recordAudit(ctx, tx, {
      ...{ action, targetType: 'affiliate_link', targetId: linkId, merchantId: link.merchantId },
      ...changed,
    })
  })
  return readLink(ctx, actor, linkId)
}

function changedFields(link: StoredLink, patch: LinkPatch) {
  const stored = new Map<string, unknown>(Object.entries(link))
  const changed = Object.entries(patch).filter(([field, value]) => textOf(stored.get(field)) !== textOf(value))
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, stored.get(field)])),
    after: Object.fromEntries(changed),
  }
}

const textOf = (value: unknown) => JSON.stringify(value ?? null)

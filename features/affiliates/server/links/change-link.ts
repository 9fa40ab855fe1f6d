import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, staleVersion } from '@quaff/platform/shared/refusal'
import type { AffiliateLink } from '../../contract'
import { affiliatePermissions } from '../../permissions'
import { linkRefusals } from '../../refusals'
import { lockLink, updateLinkRow, type LinkPatch, type StoredLink } from '../link-store'
import { readLink } from './read-links'

type Change = { linkId: string; version: number; action: string }

export async function changeLink(
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
      action,
      targetType: 'affiliate_link',
      targetId: linkId,
      merchantId: link.merchantId,
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

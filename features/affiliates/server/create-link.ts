import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse, type Refusal } from '@quaff/platform/shared/refusal'
import { linkLimits, type AffiliateLink, type CreateLinkInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { linkRefusals } from '../refusals'
import { linkFault } from '../rules'
import { countLinksOf, findTaken, insertLink, lockLinkMerchant, lockSlugs } from './link-store'
import { readLink } from './read-links'

export async function createLink(ctx: Context, input: CreateLinkInput): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.edit')
  const { requestKey, ...link } = input
  const { linkId } = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'affiliates.create', key: requestKey, input: link }, async () => {
      await openOwner(ctx, tx, actor, link.merchantId)
      refuseFault(link)
      return insert(ctx, tx, actor, link)
    }),
  )
  return readLink(ctx, actor, linkId)
}

async function openOwner(ctx: Context, tx: Transaction, actor: UserActor, merchantId: string | null): Promise<void> {
  if (merchantId === null) {
    authorize(ctx.actor, affiliatePermissions, 'link.platform')
    return
  }
  const scope = scopeToMerchant(actor, merchantId)
  if (!(await lockLinkMerchant(tx, scope))) throw merchantNotFound()
  if ((await countLinksOf(tx, scope)) >= linkLimits.perMerchant) throw refuse(linkRefusals, 'LINK_LIMIT')
}

export function refuseFault(link: Parameters<typeof linkFault>[0]): void {
  const fault = linkFault(link)
  if (fault) throw refuse(linkRefusals, 'LINK_FIELD', fault.text).with({ field: fault.field })
}

async function insert(
  ctx: Context,
  tx: Transaction,
  actor: UserActor,
  link: Omit<CreateLinkInput, 'requestKey'>,
): Promise<{ linkId: string }> {
  const linkId = ctx.ids.newId('lnk')
  const now = ctx.clock.now()
  const row = { ...link, id: linkId, createdAt: now, updatedAt: now, createdBy: actor.userId }
  await lockSlugs(tx, [link.slug])
  const found = await findTaken(tx, link)
  if (found.slug || found.code) throw taken(found)
  // The code may have been taken a moment ago.
  if (!(await insertLink(tx, row))) throw taken(await findTaken(tx, link))
  const { name, slug, code, destination } = link
  await recordAudit(ctx, tx, {
    action: 'create_affiliate_link',
    targetType: 'affiliate_link',
    targetId: linkId,
    merchantId: link.merchantId,
    after: { name, slug, code, destination },
  })
  return { linkId }
}

export const taken = ({ slug }: { slug: boolean }): Refusal => refuse(linkRefusals, slug ? 'SLUG_TAKEN' : 'CODE_TAKEN')

import { merchantNotFound, merchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  changedFields,
  changeRecord,
  type Context,
  inTransaction,
  once,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import {
  type AffiliateLink,
  type CreateLinkInput,
  linkLimits,
  type SetArchivedInput,
  type UpdateLinkInput,
} from '../contract'
import { affiliatePermissions } from '../permissions'
import { linkRefusals } from '../refusals'
import { linkError } from '../rules'
import {
  countFormerSlugs,
  countLinksOf,
  findTaken,
  insertLink,
  type LinkPatch,
  lockLink,
  lockLinkMerchant,
  lockSlugs,
  saveFormerSlug,
  type StoredLink,
  updateLinkRow,
} from './link-store'
import { readLink } from './read-links'

export async function createLink(ctx: Context, input: CreateLinkInput): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.edit')
  const { requestKey, ...link } = input
  const { linkId } = await inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'affiliates.create', key: requestKey, input: link }, async () => {
      await openOwner(ctx, tx, actor, link.merchantId)
      refuseError(link)
      return insert(ctx, tx, actor, link)
    }),
  )
  return readLink(ctx, actor, linkId)
}

async function openOwner(ctx: Context, tx: Transaction, actor: UserActor, merchantId: string | null) {
  if (merchantId === null) {
    authorize(ctx.actor, affiliatePermissions, 'link.platform')
    return
  }
  const scope = scopeToMerchant(actor, merchantId)
  if (!(await lockLinkMerchant(tx, scope))) throw merchantNotFound()
  if ((await countLinksOf(tx, scope)) >= linkLimits.perMerchant) throw refuse(linkRefusals, 'LINK_LIMIT')
}

function refuseError(link: Parameters<typeof linkError>[0]) {
  const error = linkError(link)
  if (error) throw refuse(linkRefusals, 'LINK_FIELD', error.text).with({ field: error.field })
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

const taken = ({ slug }: { slug: boolean }) => refuse(linkRefusals, slug ? 'SLUG_TAKEN' : 'CODE_TAKEN')

export async function updateLink(ctx: Context, input: UpdateLinkInput): Promise<AffiliateLink> {
  const { linkId, version, ...patch } = input
  return changeLink(ctx, { linkId, version, action: 'update_affiliate_link' }, async (tx, link) => {
    refuseError({ ...patch, merchantId: link.merchantId })
    await moveLink(ctx, tx, link, patch.slug)
    return patch
  })
}

export async function setLinkArchived(ctx: Context, input: SetArchivedInput): Promise<AffiliateLink> {
  const { archived, ...key } = input
  const action = archived ? 'archive_affiliate_link' : 'restore_affiliate_link'
  return changeLink(ctx, { ...key, action }, async () => ({ status: archived ? 'archived' : 'active' }))
}

async function changeLink(
  ctx: Context,
  { linkId, ...change }: { linkId: string; version: number; action: string },
  decide: (tx: Transaction, link: StoredLink) => Promise<LinkPatch>,
) {
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

import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { remember } from '@quaff/platform/server/memory/remember'
import type { Page } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import {
  linkLimits,
  type AffiliateLink,
  type CheckLinkInput,
  type LinkIdInput,
  type LinkTotals,
  type LinkTotalsInput,
  type ListLinksInput,
} from '../../contract'
import { affiliatePermissions } from '../../permissions'
import { linkRefusals } from '../../refusals'
import { presentFigures } from '../figures-store'
import { countLinkRows, findLinkRow, findTaken, linkList, listLinkRows } from '../link-store'
import { presentLink } from '../present-link'
import { countLinksByStatus, sumFigures } from './totals-store'

/** Newest first. A merchant that is foreign or gone is not found. */
export async function listLinks(ctx: Context, input: ListLinksInput): Promise<Page<AffiliateLink>> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, input.merchantId)
  const { limit, cursor, ...filter } = input
  const rows = await listLinkRows(ctx.db, scope, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['links', scope, filter] }, () =>
    countLinkRows(ctx.db, scope, filter),
  )
  return toPage(rows, { ...linkList, limit, total }, (row) => presentLink(ctx, row))
}

export async function getLinkTotals(ctx: Context, { merchantId }: LinkTotalsInput): Promise<LinkTotals> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, merchantId)
  const [states, figures] = await Promise.all([countLinksByStatus(ctx.db, scope), sumOnce(ctx, scope)])
  return { ...presentFigures(figures), ...states }
}

/** Over the whole platform a sum is dear: all administrators share one for a while. */
function sumOnce(ctx: Context, scope: MerchantScope) {
  const read = () => sumFigures(ctx.db, scope)
  if (!scope.all) return read()
  return remember(ctx, { key: ['affiliate-totals'], maxAgeMs: linkLimits.totalsAgeMs }, read)
}

export async function getLink(ctx: Context, { linkId }: LinkIdInput): Promise<AffiliateLink> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  return readLink(ctx, actor, linkId)
}

export async function readLink(ctx: Context, actor: UserActor, linkId: string): Promise<AffiliateLink> {
  const row = await findLinkRow(ctx.db, merchantScope(actor), linkId)
  if (!row) throw refuse(linkRefusals, 'LINK')
  return presentLink(ctx, row)
}

/** For those who may make links: whether an address is free is no secret, it can be opened. */
export async function checkLink(
  ctx: Context,
  input: CheckLinkInput,
): Promise<{ slugFree: boolean; codeFree: boolean }> {
  authorize(ctx.actor, affiliatePermissions, 'link.edit')
  const taken = await findTaken(ctx.db, input)
  return { slugFree: !taken.slug, codeFree: !taken.code }
}

export const scopeOf = (actor: UserActor, merchantId: string | undefined) =>
  merchantId === undefined ? merchantScope(actor) : scopeToMerchant(actor, merchantId)

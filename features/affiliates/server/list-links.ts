import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { AffiliateLink, ListLinksInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { countLinkRows, linkList, listLinkRows } from './link-store'
import { presentLink } from './present-link'
import { scopeOf } from './read-links'

/** Newest first. A merchant that is foreign or gone is not found. */
export async function listLinks(ctx: Context, input: ListLinksInput): Promise<Page<AffiliateLink>> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, input.merchantId)
  const { limit, cursor, ...filter } = input
  const rows = await listLinkRows(ctx.db, scope, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['links', scope, filter] }, () =>
    countLinkRows(ctx.db, scope, filter),
  )
  return toPage(rows, { ...linkList, limit, total }, ({ sortValue: _sortValue, ...row }) => presentLink(ctx, row))
}

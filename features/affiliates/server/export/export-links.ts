import { addUserActivity } from '@quaff/features/activity/server'
import type { MerchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { AffiliateLink, ExportLinksInput, LinkFilter } from '../../contract'
import { affiliatePermissions } from '../../permissions'
import { linkList, listLinkRows, listLinkRowsById } from '../link-store'
import { scopeOf } from '../links/read-links'
import { presentLink } from '../present-link'
import { cellsOf, exportedLink, linkColumns } from './link-cells'

const limit = 200

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

/** Selected links or all that match, newest first, as the list shows them. Audited before the first line. */
export async function exportLinks(ctx: Context, { format, ids, filter = {} }: ExportLinksInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, affiliatePermissions, 'link.list')
  const scope = scopeOf(actor, filter.merchantId)
  const filters = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  await inTransaction(ctx, async (tx) => {
    const details = { what: 'affiliate links', format, filters, selected: ids?.length }
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'export', details })
    await recordAudit(ctx, tx, {
      action: 'export_affiliate_links',
      targetType: 'affiliate_link',
      targetId: 'affiliate-links',
      merchantId: filter.merchantId ?? null,
      after: { format, filters, selected: ids?.length ?? null },
    })
  })
  const pages = ids ? selected(ctx, scope, ids) : matching(ctx, scope, filter)
  const fileName = `affiliate-links-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${format}`
  return format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvPieces(linkColumns, pages, cellsOf) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonPieces(pages, exportedLink) }
}

async function* selected(ctx: Context, scope: MerchantScope, ids: readonly string[]): AsyncGenerator<AffiliateLink[]> {
  const rows = ids.length === 0 ? [] : await listLinkRowsById(ctx.db, scope, ids)
  yield rows.map((row) => presentLink(ctx, row))
}

async function* matching(ctx: Context, scope: MerchantScope, filter: LinkFilter): AsyncGenerator<AffiliateLink[]> {
  let cursor: string | null = null
  do {
    const rows = await listLinkRows(ctx.db, scope, { ...filter, limit, cursor })
    yield rows.map((row) => presentLink(ctx, row))
    cursor = nextCursor(rows, { ...linkList, limit })
  } while (cursor)
}

import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, presented, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportLinksInput } from '../contract'
import { affiliatePermissions } from '../permissions'
import { cellsOf, exportedLink, linkColumns } from './export/link-cells'
import { linkList, listLinkRows, listLinkRowsById } from './link-store'
import { scopeOf } from './links/read-links'
import { presentLink } from './present-link'

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
  const db = await findReader(ctx)
  const rows = ids
    ? onePage(() => listLinkRowsById(db, scope, ids))
    : pagesOf(db, linkList, (page) => listLinkRows(db, scope, { ...filter, ...page }))
  const pages = presented(rows, (page) => page.map((row) => presentLink(ctx, row)))
  return exportedRows(ctx, 'affiliate-links', format, pages, { columns: linkColumns, cellsOf, objectOf: exportedLink })
}

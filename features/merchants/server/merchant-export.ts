import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, presented, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import { listMerchantsInput, type ExportMerchantsInput } from '../contract'
import { merchantPermissions } from '../permissions'
import { merchantFormat } from './export/export-formats'
import { presentMerchantRow } from './merchant-presenter'
import { listMerchantRows, listMerchantsByIds } from './merchant-store'

/** Selected merchants or all that match, as the list shows and sorts them. The audit row is written before the first line is read. */
export async function exportMerchants(ctx: Context, input: ExportMerchantsInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.export')
  const scope = merchantScope(actor)
  const facts = { format: input.format, filters: filtersOf(input) }
  await inTransaction(ctx, async (tx) => {
    const details = { what: 'merchants', ...facts, selected: input.ids?.length }
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'export', details })
    await recordAudit(ctx, tx, {
      action: 'export_merchants',
      targetType: 'merchant',
      targetId: 'merchants',
      after: { ...facts, selected: input.ids?.length ?? null },
    })
  })
  const { ids, filter = {}, format } = input
  const request = listMerchantsInput.parse(filter)
  const db = await findReader(ctx)
  const rows = ids
    ? onePage(() => listMerchantsByIds(db, scope, ids))
    : pagesOf(db, { name: request.sort, order: request.order }, (page) =>
        listMerchantRows(db, scope, { ...request, ...page }),
      )
  const pages = presented(rows, (page) => page.map(presentMerchantRow))
  return exportedRows(ctx, 'merchants', format, pages, merchantFormat)
}

/** What narrows the file; its order and the tab of all merchants do not. */
function filtersOf({ filter = {} }: ExportMerchantsInput): string[] {
  const { sort: _, order: __, tab, ...rest } = filter
  const narrowing = tab === 'all' ? rest : { tab, ...rest }
  return Object.entries(narrowing).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { listMerchantsInput, type ExportMerchantsInput, type MerchantRow } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { presentMerchantRow } from '../merchant-presenter'
import { listMerchantRows, listMerchantsByIds } from '../merchant-store'
import { csvFile, jsonFile } from './export-formats'

const pageSize = 500

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

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
  const pages = input.ids ? selectedMerchants(ctx, scope, input.ids) : matchingMerchants(ctx, scope, input.filter ?? {})
  const fileName = `merchants-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${input.format}`
  return input.format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvFile(pages) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonFile(pages) }
}

/** What narrows the file; its order and the tab of all merchants do not. */
function filtersOf({ filter = {} }: ExportMerchantsInput): string[] {
  const { sort: _, order: __, tab, ...rest } = filter
  const narrowing = tab === 'all' ? rest : { tab, ...rest }
  return Object.entries(narrowing).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

async function* selectedMerchants(
  ctx: Context,
  scope: MerchantScope,
  ids: readonly string[],
): AsyncGenerator<MerchantRow[]> {
  yield (await listMerchantsByIds(ctx.db, scope, ids)).map(presentMerchantRow)
}

/** One page in memory at a time, however many merchants there are. */
async function* matchingMerchants(
  ctx: Context,
  scope: MerchantScope,
  filter: NonNullable<ExportMerchantsInput['filter']>,
): AsyncGenerator<MerchantRow[]> {
  const request = { ...listMerchantsInput.parse(filter), limit: pageSize }
  let cursor: string | null = null
  do {
    const rows = await listMerchantRows(ctx.db, scope, { ...request, cursor })
    yield rows.map(presentMerchantRow)
    cursor = nextCursor(rows, { name: request.sort, order: request.order, limit: pageSize })
  } while (cursor)
}

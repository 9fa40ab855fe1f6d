import { scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { csvLines } from '@quaff/platform/server/list/csv'
import { requireColumns } from '@quaff/platform/server/list/read-csv'
import { publishLive } from '@quaff/platform/server/live'
import { once } from '@quaff/platform/server/once'
import { recordOutward } from '@quaff/platform/server/outward/record-outward'
import { inTransaction, type Locked } from '@quaff/platform/server/transaction'
import { locationEvents } from '../contract'
import { importColumns, type ImportInput, type ImportResult } from '../import-contract'
import type { ParsedRow } from '../import-rules'
import { locationPermissions } from '../permissions'
import { mergeFields, readTimeZone, withZone } from '../rules'
import { cleanFields } from './clean-fields'
import { insertLocations, listLocationsOf } from './location-store'
import { lockForAdding, lockForChange } from './lock-merchant-settings'
import type { MerchantSettings } from './merchant-settings-store'
import { parseFile, type ParsedFile } from './parse-csv'
import { presentImportRow, zoneForRows } from './preview-import'
import { adoptZoneLater } from './record-change'

/** All valid rows or, where the merchant may not have that many locations, none; rows with a taken name only on request. */
export async function importLocations(ctx: Context, input: ImportInput): Promise<ImportResult> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.import')
  const { requestKey, ...content } = input
  const { merchantId, includeDuplicates } = content
  const scope = scopeToMerchant(actor, merchantId)
  return inTransaction(ctx, (tx) =>
    once(ctx, tx, { action: 'import_locations', key: requestKey, input: content }, async () => {
      // Under the lock, so that no twin slips in between the look at the names and the insert.
      await lockForChange(tx, scope)
      const existing = await listLocationsOf(tx, scope)
      const file = parseFile(
        content,
        existing.map(({ name }) => name),
      )
      requireColumns(file.columns, importColumns)
      const created = file.rows.filter((row) => row.errors.length === 0 && (includeDuplicates || !row.isDuplicate))
      if (created.length > 0) {
        const merchant = await lockForAdding(tx, scope, created.length)
        await insertRows(ctx, tx, merchant, created, zoneForRows(merchant, existing))
      }
      return presentResult(file, new Set(created))
    }),
  )
}

/** `timeZone` is for rows that name none. */
async function insertRows(
  ctx: Context,
  tx: Transaction,
  merchant: Locked<MerchantSettings>,
  rows: readonly ParsedRow[],
  timeZone: string | null,
) {
  const now = ctx.clock.now()
  const added = rows.map(({ name, fields }) => ({
    id: ctx.ids.newId('loc'),
    name,
    fields: withZone(mergeFields({}, cleanFields(fields)), timeZone),
    createdAt: now,
    updatedAt: now,
  }))
  const { id: merchantId } = merchant
  await insertLocations(tx, merchant, added)
  const to = added.map(({ fields }) => readTimeZone(fields['timeZone'])).find((zone) => zone !== null) ?? null
  await adoptZoneLater(ctx, tx, merchant, { from: null, to })
  await recordAudit(ctx, tx, {
    action: 'import_locations',
    targetType: 'merchant',
    targetId: merchantId,
    merchantId,
    after: { created: added.length, locationIds: added.map(({ id }) => id) },
  })
  await recordOutward(
    ctx,
    tx,
    added.map(({ id: subjectId }) => ({ type: locationEvents.created, subjectId, merchantId })),
  )
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

function presentResult({ header, rows }: ParsedFile, created: ReadonlySet<ParsedRow>): ImportResult {
  const rest = rows.filter((row) => !created.has(row))
  const outcomeOf = (row: ParsedRow) => (row.errors.length > 0 ? 'failed' : 'duplicate')
  return {
    created: created.size,
    rows: rows.map((row) => ({ ...presentImportRow(row), outcome: created.has(row) ? 'created' : outcomeOf(row) })),
    failedCsv:
      rest.length === 0 ? null : csvLines([[...header, 'errors'], ...rest.map((row) => failedCells(header, row))]),
  }
}

function failedCells(header: readonly string[], { cells, errors }: ParsedRow): string[] {
  const why = errors.length === 0 ? ['Name is taken'] : errors.map(({ column, message }) => `${column}: ${message}`)
  return [...header.map((_, index) => cells[index] ?? ''), why.join('; ')]
}

import type { z } from 'zod'
import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  csvLines,
  csvRefusal,
  inTransaction,
  type Locked,
  once,
  publishLive,
  readCsvLines,
  recordAudit,
  recordWebhookEvents,
  requireColumns,
  type Transaction,
} from '@quaff/platform/server'
import { type ByHand, describeColumns, type FileColumns, namedHeadings } from '@quaff/platform/shared/file-columns'
import { searchKey } from '@quaff/platform/shared/search-text'
import { locationEvents } from '../contract'
import {
  type ImportColumn,
  importColumns,
  type ImportInput,
  importLimits,
  type ImportPreview,
  type ImportResult,
  type ImportRow,
  type previewInput,
} from '../import-contract'
import { type ParsedRow, readColumns, readRow, requiredColumns } from '../import-rules'
import { locationPermissions } from '../permissions'
import {
  addRefusal,
  changeRefusal,
  type LocationDocument,
  mergeFields,
  readTimeZone,
  usualTimeZone,
  withZone,
} from '../rules'
import { adoptZoneLater, cleanFields, cleanLine, lockForAdding, lockForChange } from './location-changes'
import { findMerchantSettings, insertLocations, listLocationsOf, type MerchantSettings } from './location-store'

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
  await recordWebhookEvents(
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

function failedCells(header: readonly string[], { cells, errors }: ParsedRow) {
  const why = errors.length === 0 ? ['Name is taken'] : errors.map(({ column, message }) => `${column}: ${message}`)
  return [...header.map((_, index) => cells[index] ?? ''), why.join('; ')]
}

type ParsedFile = { header: string[]; columns: FileColumns<ImportColumn>; rows: ParsedRow[] }
type Choice = { csv: string; columns?: ByHand<ImportColumn> | undefined }

/** The rows of a file with what is wrong in each, none before the required columns are known; one that cannot be read at all is refused with a sentence. */
function parseFile({ csv, columns: byHand }: Choice, existingNames: readonly string[]): ParsedFile {
  const [first, ...lines] = readCsvLines(csv, cleanLine)
  if (!first) throw csvRefusal('The file is empty. Add column names in the first row.')
  const placed = readColumns(first.record, byHand)
  if (lines.length > importLimits.rows)
    throw csvRefusal(`The file has ${lines.length} rows, the maximum is ${importLimits.rows}. Split the file.`)
  const taken = new Set(existingNames.map(searchKey))
  const records = [first, ...lines].map(({ record }) => record)
  const columns = describeColumns(records, placed, requiredColumns)
  const isReadable = columns.missingColumns.length === 0
  return {
    header: namedHeadings(first.record, columns),
    columns,
    rows: isReadable ? lines.map(({ line, record }) => readRow(line, record, placed.columns, taken)) : [],
  }
}

/** Computes the effect of an import without writing. */
export async function previewImport(ctx: Context, input: z.infer<typeof previewInput>): Promise<ImportPreview> {
  const actor = authorize(ctx.actor, locationPermissions, 'location.import')
  const scope = scopeToMerchant(actor, input.merchantId)
  const merchant = await findMerchantSettings(ctx.db, scope)
  if (!merchant) throw merchantNotFound()
  const existing = await listLocationsOf(ctx.db, scope)
  const { rows, columns } = parseFile(
    input,
    existing.map(({ name }) => name),
  )
  const adding = rows.filter((row) => row.errors.length === 0 && !row.isDuplicate).length
  const { allowMultipleLocations: allowMultiple, status } = merchant
  const refusal = changeRefusal(status) ?? addRefusal({ allowMultiple, total: existing.length, adding })
  const zone = zoneForRows(merchant, existing)
  return {
    rows: rows.map(presentImportRow),
    ...columns,
    refusal: refusal?.message ?? null,
    zonesGiven: zonesGiven(rows, zone, ctx.settings.timeZone),
  }
}

/** Returns the zone for rows without one: the merchant's, else the most frequent among its locations. */
const zoneForRows = ({ timeZone }: { timeZone: string | null }, existing: readonly { fields: LocationDocument }[]) =>
  timeZone ?? usualTimeZone(existing.map(({ fields }) => fields))

/** A location without its own zone uses the platform's. */
function zonesGiven(rows: readonly ParsedRow[], merchantZone: string | null, platformZone: string) {
  const counts = new Map<string | null, number>()
  for (const { fields, errors } of rows) {
    if (errors.length > 0 || fields.timeZone) continue
    const zone = readTimeZone(withZone<LocationDocument>(cleanFields(fields), merchantZone).timeZone)
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return [...counts].map(([zone, count]) => ({ timeZone: zone ?? platformZone, isOwn: zone !== null, count }))
}

function presentImportRow({ line, name, address, hours, isDuplicate, errors }: ParsedRow): ImportRow {
  return { line, name, address, hours, isDuplicate, errors }
}

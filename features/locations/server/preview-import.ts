import type { z } from 'zod'
import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { ImportPreview, ImportRow, previewInput } from '../import-contract'
import type { ParsedRow } from '../import-rules'
import { locationPermissions } from '../permissions'
import { addRefusal, changeRefusal, readTimeZone, usualTimeZone, withZone, type LocationDocument } from '../rules'
import { cleanFields } from './clean-fields'
import { listLocationsOf } from './location-store'
import { findMerchantSettings } from './merchant-settings-store'
import { parseFile } from './parse-csv'

/** What an import of this file would do; nothing is written. */
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

/** For rows that name none: the merchant's, else the one that most of its locations name. */
export const zoneForRows = (
  { timeZone }: { timeZone: string | null },
  existing: readonly { fields: LocationDocument }[],
): string | null => timeZone ?? usualTimeZone(existing.map(({ fields }) => fields))

/** A location that gets no zone of its own follows the platform's. */
function zonesGiven(rows: readonly ParsedRow[], merchantZone: string | null, platformZone: string) {
  const counts = new Map<string | null, number>()
  for (const { fields, errors } of rows) {
    if (errors.length > 0 || fields.timeZone) continue
    const zone = readTimeZone(withZone<LocationDocument>(cleanFields(fields), merchantZone).timeZone)
    counts.set(zone, (counts.get(zone) ?? 0) + 1)
  }
  return [...counts].map(([zone, count]) => ({ timeZone: zone ?? platformZone, isOwn: zone !== null, count }))
}

export function presentImportRow({ line, name, address, hours, isDuplicate, errors }: ParsedRow): ImportRow {
  return { line, name, address, hours, isDuplicate, errors }
}

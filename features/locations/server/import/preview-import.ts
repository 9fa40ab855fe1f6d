import type { z } from 'zod'
import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { ImportPreview, ImportRow, previewInput } from '../../import/contract'
import type { ParsedRow } from '../../import/rules'
import { locationPermissions } from '../../permissions'
import { addRefusal, changeRefusal } from '../../rules'
import { listLocationsOf } from '../location-store'
import { findMerchantSettings } from '../merchant-settings-store'
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
  return { rows: rows.map(presentImportRow), ...columns, refusal: refusal?.message ?? null }
}

export function presentImportRow({ line, name, address, hours, isDuplicate, errors }: ParsedRow): ImportRow {
  return { line, name, address, hours, isDuplicate, errors }
}

import { knownInstant, type RowFormat } from '@quaff/platform/server/list/export-file'
import { redemptionExportColumns, redemptionExportMerchantColumns, type UsageRow } from '../../usage/contract'

export const redemptionFormat: RowFormat<UsageRow> = {
  columns: redemptionExportColumns,
  cellsOf: (row) => Object.values(exported(row)).map(cell),
  objectOf: exported,
}
/** With the merchant of each row. */
export const redemptionFormatOfMany: RowFormat<UsageRow> = {
  columns: [...redemptionExportColumns, ...redemptionExportMerchantColumns],
  cellsOf: (row) => Object.values(exportedOfMany(row)).map(cell),
  objectOf: exportedOfMany,
}

/** In the order of `redemptionExportColumns`. */
function exported(row: UsageRow) {
  return {
    id: row.id,
    redeemedAt: knownInstant(row.redeemedAt),
    subscriber: row.subscriberName,
    plan: row.planName,
    location: row.locationName,
    method: row.method,
    status: row.status,
    secondsSincePrevious: row.sincePreviousMs === null ? null : Math.floor(row.sincePreviousMs / 1_000),
    flags: row.flags,
    voidedAt: row.voided?.at.toISOString() ?? null,
    voidReason: row.voided?.reason ?? null,
  }
}

function exportedOfMany(row: UsageRow) {
  return Object.assign(exported(row), { merchantId: row.merchantId, merchant: row.merchantName })
}

function cell(value: string | number | readonly string[] | null): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join(' ') : String(value)
}

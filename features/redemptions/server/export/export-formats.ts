import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { redemptionExportColumns, redemptionExportMerchantColumns, type UsageRow } from '../../usage/contract'

type Pages = AsyncIterable<UsageRow[]>

const manyColumns = [...redemptionExportColumns, ...redemptionExportMerchantColumns]

/** `isOfMany`: with the merchant of each row. */
export const csvFile = (pages: Pages, isOfMany: boolean) =>
  isOfMany ? csvPieces(manyColumns, pages, cellsOfMany) : csvPieces(redemptionExportColumns, pages, cellsOf)
export const jsonFile = (pages: Pages, isOfMany: boolean) => jsonPieces(pages, isOfMany ? exportedOfMany : exported)

/** In the order of `redemptionExportColumns`. The epoch stands for "not known" (G29). */
function exported(row: UsageRow) {
  return {
    id: row.id,
    redeemedAt: row.redeemedAt.getTime() === 0 ? null : row.redeemedAt.toISOString(),
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

const exportedOfMany = (row: UsageRow) =>
  Object.assign(exported(row), { merchantId: row.merchantId, merchant: row.merchantName })

const cellsOfMany = (row: UsageRow) => Object.values(exportedOfMany(row)).map(cell)
const cellsOf = (row: UsageRow) => Object.values(exported(row)).map(cell)

function cell(value: string | number | readonly string[] | null): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join(' ') : String(value)
}

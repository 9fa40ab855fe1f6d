import { byteOrderMark, csvLines } from '@quaff/platform/server/list/csv'
import { redemptionExportColumns, type UsageRow } from '../../../usage/contract'

type Pages = AsyncIterable<UsageRow[]>

export async function* csvFile(pages: Pages): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([redemptionExportColumns])
  for await (const page of pages) {
    if (page.length > 0) yield csvLines(page.map((row) => Object.values(exported(row)).map(cell)))
  }
}

/** One array of objects, written piece by piece. */
export async function* jsonFile(pages: Pages): AsyncGenerator<string> {
  let separator = '\n'
  yield '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield separator + page.map((row) => JSON.stringify(exported(row))).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}

/** In the order of `redemptionExportColumns`. The epoch stands for "not known" (decision 29). */
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

function cell(value: string | number | readonly string[] | null): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join(' ') : String(value)
}

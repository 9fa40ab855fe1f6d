import type { Queryable } from '@quaff/platform/server/context'
import type { MerchantCounts } from './merchant-presenter'
import { listCountRows } from './merchant-store'

/** What the rows of one page show besides their own columns: one read per page, however many rows. */
export async function readCounts(db: Queryable, merchantIds: readonly string[]): Promise<MerchantCounts> {
  return new Map((await listCountRows(db, merchantIds)).map((row) => [row.id, row]))
}

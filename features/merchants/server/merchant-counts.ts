import { countLocations } from '@quaff/features/locations/server'
import { countActivePlans } from '@quaff/features/plans/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { MerchantCounts } from './merchant-presenter'
import { listRevenues } from './merchant-store'

/** What the rows of one page show besides their own columns: three reads per page, however many rows. */
export async function readCounts(db: Queryable, merchantIds: readonly string[]): Promise<MerchantCounts> {
  const [locations, plans, revenues] = await Promise.all([
    countLocations(db, merchantIds),
    countActivePlans(db, merchantIds),
    listRevenues(db, merchantIds),
  ])
  return { locations, plans, revenues }
}

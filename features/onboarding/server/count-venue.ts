import { countLocations } from '@quaff/features/locations/server'
import { countActivePlans } from '@quaff/features/plans/server'
import type { Queryable } from '@quaff/platform/server/context'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Venue } from './find-venue'
import type { VenueCounts } from './present-state'

export async function countVenue(db: Queryable, { merchant }: Venue): Promise<VenueCounts> {
  if (!merchant) return { locations: 0, activePlans: 0 }
  const [locations, plans] = await batchReads(db, (one) =>
    Promise.all([countLocations(one, [merchant.id]), countActivePlans(one, [merchant.id])]),
  )
  return { locations: locations.get(merchant.id) ?? 0, activePlans: plans.get(merchant.id) ?? 0 }
}

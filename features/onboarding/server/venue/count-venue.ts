import { countLocations } from '@quaff/features/locations/server'
import { countActivePlans } from '@quaff/features/plans/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { Venue } from './find-venue'
import type { VenueCounts } from './present-state'

/** One after the other: inside a transaction there is one connection only. */
export async function countVenue(db: Queryable, { merchant }: Venue): Promise<VenueCounts> {
  if (!merchant) return { locations: 0, activePlans: 0 }
  const locations = await countLocations(db, [merchant.id])
  const plans = await countActivePlans(db, [merchant.id])
  return { locations: locations.get(merchant.id) ?? 0, activePlans: plans.get(merchant.id) ?? 0 }
}

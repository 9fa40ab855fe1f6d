import type { Services } from '@quaff/platform/server'
import { locations } from '../server/tables'

export type NewLocation = typeof locations.$inferInsert
export type LocationDetails = Partial<NewLocation> & { merchantId: string }

/** Open on workdays; overrides by argument. */
function buildLocation(services: Services, details: LocationDetails): NewLocation {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('loc')
  return {
    id,
    name: `Location ${id}`,
    fields: {
      address: { line1: '12 Alder Street', city: 'Portland', region: 'OR', postalCode: '97202' },
      phone: '+15035550100',
    },
    createdAt: now,
    updatedAt: now,
    ...details,
  }
}

export async function insertLocation(services: Services, details: LocationDetails): Promise<NewLocation> {
  const location = buildLocation(services, details)
  await services.db.insert(locations).values(location)
  return location
}

export async function insertLocationRows(
  services: Services,
  details: readonly LocationDetails[],
): Promise<NewLocation[]> {
  const rows = details.map((one) => buildLocation(services, one))
  if (rows.length > 0) await services.db.insert(locations).values(rows)
  return rows
}

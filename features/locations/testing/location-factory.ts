import type { Services } from '@quaff/platform/server/context'
import { locations } from '../server/tables'

export type NewLocation = typeof locations.$inferInsert
export type LocationFacts = Partial<NewLocation> & { merchantId: string }

/** Open on workdays; overrides by argument. */
function buildLocation(services: Services, facts: LocationFacts): NewLocation {
  const now = services.clock.now()
  const id = facts.id ?? services.ids.newId('loc')
  return {
    id,
    name: `Location ${id}`,
    fields: {
      address: { line1: '12 Alder Street', city: 'Portland', region: 'OR', postalCode: '97202' },
      phone: '+15035550100',
    },
    createdAt: now,
    updatedAt: now,
    ...facts,
  }
}

export async function insertLocation(services: Services, facts: LocationFacts): Promise<NewLocation> {
  const location = buildLocation(services, facts)
  await services.db.insert(locations).values(location)
  return location
}

export async function insertLocationRows(services: Services, facts: readonly LocationFacts[]): Promise<NewLocation[]> {
  const rows = facts.map((one) => buildLocation(services, one))
  if (rows.length > 0) await services.db.insert(locations).values(rows)
  return rows
}

import type { Services } from '@quaff/platform/server'
import { waitlistEntries, waitlists } from '../server/tables'

export type NewWaitlist = typeof waitlists.$inferInsert
export type NewEntry = typeof waitlistEntries.$inferInsert

/** Open, for guests; overrides by argument. */
export async function insertWaitlist(services: Services, details: Partial<NewWaitlist> = {}): Promise<NewWaitlist> {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('wl')
  const list: NewWaitlist = {
    id,
    name: `List ${id}`,
    kind: 'consumer',
    slug: id.replaceAll('_', '-').toLowerCase(),
    createdAt: now,
    updatedAt: now,
    ...details,
  }
  await services.db.insert(waitlists).values(list)
  return list
}

function buildEntry(services: Services, details: Partial<NewEntry> & { waitlistId: string }): NewEntry {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('wle')
  return {
    id,
    email: `${id.replace('_', '.')}@example.test`.toLowerCase(),
    name: `Person ${id}`,
    city: 'Portland',
    postalCode: '97202',
    source: 'join page',
    referralCode: id,
    confirmedAt: now,
    createdAt: now,
    updatedAt: now,
    ...details,
  }
}

export async function insertEntries(
  services: Services,
  details: readonly (Partial<NewEntry> & { waitlistId: string })[],
): Promise<NewEntry[]> {
  const rows = details.map((one) => buildEntry(services, one))
  if (rows.length > 0) await services.db.insert(waitlistEntries).values(rows)
  return rows
}

export async function insertEntry(
  services: Services,
  details: Partial<NewEntry> & { waitlistId: string },
): Promise<NewEntry> {
  const row = buildEntry(services, details)
  await services.db.insert(waitlistEntries).values(row)
  return row
}

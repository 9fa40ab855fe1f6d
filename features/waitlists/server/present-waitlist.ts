import type { Queryable } from '@quaff/platform/server/context'
import type { Waitlist, WaitlistCounts } from '../contract'
import { countByStatus, noCounts } from './waitlist-counts-store'
import type { StoredWaitlist } from './waitlist-store'

export function presentWaitlist(row: StoredWaitlist, counts: WaitlistCounts = noCounts): Waitlist {
  const { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version } = row
  return { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version, counts }
}

export async function presentCounted(db: Queryable, row: StoredWaitlist, now: Date): Promise<Waitlist> {
  return presentWaitlist(row, (await countByStatus(db, now, row.id)).get(row.id))
}

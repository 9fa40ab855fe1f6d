import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Queryable } from '@quaff/platform/server/context'
import type { Waitlist, WaitlistCounts } from '../contract'
import { waitlistPermissions } from '../permissions'
import { countByStatus, noCounts } from './waitlist-counts-store'
import { listStoredWaitlists, type StoredWaitlist } from './waitlist-store'

export async function listWaitlists(ctx: Context): Promise<Waitlist[]> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const [rows, counts] = await Promise.all([listStoredWaitlists(ctx.db), countByStatus(ctx.db, ctx.clock.now())])
  return rows.map((row) => presentWaitlist(row, counts.get(row.id)))
}

function presentWaitlist(row: StoredWaitlist, counts: WaitlistCounts = noCounts): Waitlist {
  const { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version } = row
  return { id, name, kind, slug, description, city, isOpen, invitationDays, createdAt, updatedAt, version, counts }
}

export async function presentCounted(db: Queryable, row: StoredWaitlist, now: Date): Promise<Waitlist> {
  return presentWaitlist(row, (await countByStatus(db, now, row.id)).get(row.id))
}

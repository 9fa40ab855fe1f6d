import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Waitlist } from '../contract'
import { waitlistPermissions } from '../permissions'
import { presentWaitlist } from './present-waitlist'
import { countByStatus } from './waitlist-counts-store'
import { listStoredWaitlists } from './waitlist-store'

export async function listWaitlists(ctx: Context): Promise<Waitlist[]> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const [rows, counts] = await Promise.all([listStoredWaitlists(ctx.db), countByStatus(ctx.db, ctx.clock.now())])
  return rows.map((row) => presentWaitlist(row, counts.get(row.id)))
}

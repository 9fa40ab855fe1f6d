import type { Context } from '@quaff/platform/server/context'
import { listSources } from '../../server/waitlist-counts-store'
import { viewWaitlist } from './list-entries'

export async function listEntrySources(ctx: Context, { waitlistId }: { waitlistId: string }) {
  await viewWaitlist(ctx, waitlistId)
  return listSources(ctx.db, waitlistId)
}

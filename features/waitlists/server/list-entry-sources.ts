import type { Context } from '@quaff/platform/server/context'
import { viewWaitlist } from './list-entries'
import { listSources } from './waitlist-counts-store'

export async function listEntrySources(ctx: Context, { waitlistId }: { waitlistId: string }) {
  await viewWaitlist(ctx, waitlistId)
  return listSources(ctx.db, waitlistId)
}

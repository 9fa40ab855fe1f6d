import type { Context } from '@quaff/platform/server/context'
import type { NextEntries, PreviewNextInput } from '../entries/contract'
import { listNextEntries } from './entry-store'
import { viewWaitlist } from './list-entries'
import { presentEntry } from './present-entry'
import { countInvitable } from './waitlist-counts-store'

/** Nothing is written. Referrals move nobody forward: the order can be explained to whoever waits. */
export async function previewNext(ctx: Context, { waitlistId, count }: PreviewNextInput): Promise<NextEntries> {
  await viewWaitlist(ctx, waitlistId)
  const [rows, available] = await Promise.all([
    listNextEntries(ctx.db, waitlistId, count),
    countInvitable(ctx.db, waitlistId),
  ])
  return { rows: rows.map((row) => presentEntry(row, ctx.clock.now())), available }
}

import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import type { EntryRow, ListEntriesInput, NextEntries, PreviewNextInput } from '../../entries/contract'
import { waitlistPermissions } from '../../permissions'
import { waitlistRefusals } from '../../refusals'
import { countInvitable, listSources } from '../waitlist-counts-store'
import { findWaitlist } from '../waitlist-store'
import { countEntryRows, listEntryRows, listNextEntries } from './entry-store'
import { presentEntry } from './present-entry'

export async function listEntries(ctx: Context, input: ListEntriesInput): Promise<Page<EntryRow>> {
  await viewWaitlist(ctx, input.waitlistId)
  const now = ctx.clock.now()
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listEntryRows(ctx.db, filter, now, { sort, order, limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['waiting people', filter] }, () =>
    countEntryRows(ctx.db, filter, now),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentEntry(row, now))
}

export async function listEntrySources(ctx: Context, { waitlistId }: { waitlistId: string }) {
  await viewWaitlist(ctx, waitlistId)
  return listSources(ctx.db, waitlistId)
}

/** Nothing is written. Referrals move nobody forward: the order can be explained to whoever waits. */
export async function previewNext(ctx: Context, { waitlistId, count }: PreviewNextInput): Promise<NextEntries> {
  await viewWaitlist(ctx, waitlistId)
  const [rows, available] = await Promise.all([
    listNextEntries(ctx.db, waitlistId, count),
    countInvitable(ctx.db, waitlistId),
  ])
  return { rows: rows.map((row) => presentEntry(row, ctx.clock.now())), available }
}

export async function viewWaitlist(ctx: Context, waitlistId: string) {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const list = await findWaitlist(ctx.db, waitlistId)
  if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
  return list
}

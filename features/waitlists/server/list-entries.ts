import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import type { EntryRow, ListEntriesInput } from '../entries/contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { countEntryRows, listEntryRows } from './entry-store'
import { presentEntry } from './present-entry'
import { findWaitlist } from './waitlist-store'

export async function listEntries(ctx: Context, input: ListEntriesInput): Promise<Page<EntryRow>> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const now = ctx.clock.now()
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listEntryRows(ctx.db, filter, now, { sort, order, limit, cursor })
  // Rows prove their list.
  if (rows.length === 0) await viewWaitlist(ctx, input.waitlistId)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['waiting people', filter] }, () =>
    countEntryRows(ctx.db, filter, now),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentEntry(row, now))
}

export async function viewWaitlist(ctx: Context, waitlistId: string) {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const list = await findWaitlist(ctx.db, waitlistId)
  if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
  return list
}

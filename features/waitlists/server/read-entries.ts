import { authorize, type Context, type Page, pageTotal, refuse, toPage } from '@quaff/platform/server'
import type {
  EntryRecord,
  EntryRow,
  HistoryItem,
  ListEntriesInput,
  NextEntries,
  PreviewNextInput,
} from '../entries-contract'
import { waitlistPermissions } from '../permissions'
import { waitlistRefusals } from '../refusals'
import { shownStatus } from '../rules'
import {
  countEntryRows,
  findEntry,
  type ListedEntry,
  listEntryAudit,
  listEntryRows,
  listNextEntries,
  type StoredEntry,
} from './entry-store'
import { countInvitable, listSources } from './waitlist-counts-store'
import { findWaitlist } from './waitlist-store'

export async function listEntries(ctx: Context, input: ListEntriesInput): Promise<Page<EntryRow>> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const now = ctx.clock.now()
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listEntryRows(ctx.db, filter, now, { sort, order, limit, cursor })
  // Rows prove their list.
  if (rows.length === 0) await viewWaitlist(ctx, input.waitlistId)
  const total = await pageTotal(
    ctx,
    { rows, limit, cursor, total: rows[0]?.total, of: ['waiting people', filter] },
    () => countEntryRows(ctx.db, filter, now),
  )
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentEntry(row, now))
}

export async function viewWaitlist(ctx: Context, waitlistId: string) {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.view')
  const list = await findWaitlist(ctx.db, waitlistId)
  if (!list) throw refuse(waitlistRefusals, 'WAITLIST')
  return list
}

export async function getEntry(
  ctx: Context,
  { waitlistId, entryId }: { waitlistId: string; entryId: string },
): Promise<EntryRecord> {
  await viewWaitlist(ctx, waitlistId)
  const row = await findEntry(ctx.db, { waitlistId, entryId })
  if (!row) throw refuse(waitlistRefusals, 'WAITLIST_ENTRY')
  const [audit, referrer] = await Promise.all([
    listEntryAudit(ctx.db, entryId),
    row.referredBy === null ? undefined : findEntry(ctx.db, { waitlistId, entryId: row.referredBy }),
  ])
  return {
    ...presentEntry(row, ctx.clock.now()),
    notes: row.notes,
    affiliateCode: row.affiliateCode,
    referralCode: row.referralCode,
    referredBy: referrer ? { id: referrer.id, email: referrer.email, name: referrer.name } : null,
    answers: Object.entries(row.answers).map(([question, answer]) => ({ question, answer })),
    history: [...acceptance(row), ...audit, joining(row)].toSorted(
      (one, other) => other.at.getTime() - one.at.getTime(),
    ),
  }
}

/** Actions of the person, which the audit log doesn't contain. */
const joining = ({ createdAt }: StoredEntry): HistoryItem => ({ action: 'joined_list', at: createdAt, by: null })

const acceptance = ({ joinedAt }: StoredEntry): HistoryItem[] =>
  joinedAt ? [{ action: 'accepted_invitation', at: joinedAt, by: null }] : []

export async function listEntrySources(ctx: Context, { waitlistId }: { waitlistId: string }) {
  await viewWaitlist(ctx, waitlistId)
  return listSources(ctx.db, waitlistId)
}

/** Returns the next entries without writing. Referrals don't change the order, so that it is easy to explain. */
export async function previewNext(ctx: Context, { waitlistId, count }: PreviewNextInput): Promise<NextEntries> {
  await viewWaitlist(ctx, waitlistId)
  const [rows, available] = await Promise.all([
    listNextEntries(ctx.db, waitlistId, count),
    countInvitable(ctx.db, waitlistId),
  ])
  return { rows: rows.map((row) => presentEntry(row, ctx.clock.now())), available }
}

function presentEntry(row: ListedEntry, now: Date): EntryRow {
  return {
    id: row.id,
    waitlistId: row.waitlistId,
    email: row.email,
    name: row.name,
    city: row.city,
    postalCode: row.postalCode,
    wantedVenue: row.wantedVenue,
    source: row.source,
    referralCount: row.referralCount,
    status: shownStatus(row, now),
    createdAt: row.createdAt,
    invitedAt: row.invitedAt,
    invitationExpiresAt: row.invitationExpiresAt,
    joinedAt: row.joinedAt,
    version: row.version,
  }
}

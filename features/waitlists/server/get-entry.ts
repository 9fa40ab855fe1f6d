import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { EntryRecord, HistoryItem } from '../entries/contract'
import { waitlistRefusals } from '../refusals'
import { findEntry, listEntryAudit, type StoredEntry } from './entry-store'
import { viewWaitlist } from './list-entries'
import { presentEntry } from './present-entry'

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

/** What the person did; no administrator's log holds it. */
const joining = ({ createdAt }: StoredEntry): HistoryItem => ({ action: 'joined_list', at: createdAt, by: null })

const acceptance = ({ joinedAt }: StoredEntry): HistoryItem[] =>
  joinedAt ? [{ action: 'accepted_invitation', at: joinedAt, by: null }] : []

import type { EntryRow } from '../entries/contract'
import { shownStatus } from '../entries/rules'
import type { ListedEntry } from './entry-store'

export function presentEntry(row: ListedEntry, now: Date): EntryRow {
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

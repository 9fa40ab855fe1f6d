import type { CsvCell } from '@quaff/platform/server/list/csv'
import { plainCell } from '@quaff/platform/server/list/export-file'
import { shownStatus } from '../../entries/rules'
import type { WholeEntry } from '../../entries/server/entry-store'

/** The first columns of the file; the questions follow. */
export const entryColumns = [
  'Name',
  'Email',
  'Joined the list',
  'City',
  'Postal code',
  'Wanted venue',
  'Source',
  'Affiliate code',
  'Referrals',
  'Status',
  'Invited',
  'Invitation expires',
  'Accepted',
  'Notes',
] as const

export function cellsOf(row: WholeEntry, questions: readonly string[], now: Date): CsvCell[] {
  const { answers, ...facts } = exportedEntry(row, now)
  return [...Object.values(facts).map(plainCell), ...questions.map((question) => answers[question] ?? '')]
}

/** In the order of `entryColumns`. */
export function exportedEntry(row: WholeEntry, now: Date) {
  return {
    name: row.name,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    city: row.city,
    postalCode: row.postalCode,
    wantedVenue: row.wantedVenue,
    source: row.source,
    affiliateCode: row.affiliateCode,
    referralCount: row.referralCount,
    status: shownStatus(row, now),
    invitedAt: row.invitedAt?.toISOString() ?? null,
    invitationExpiresAt: row.invitationExpiresAt?.toISOString() ?? null,
    joinedAt: row.joinedAt?.toISOString() ?? null,
    notes: row.notes,
    answers: row.answers,
  }
}

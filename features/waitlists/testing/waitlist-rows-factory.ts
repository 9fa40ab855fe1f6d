import type { Waitlist } from '../contract'
import type { EntryRecord, EntryRow } from '../entries-contract'

const day = new Date('2026-11-01T09:00:00Z')

export function buildWaitlist(change: Partial<Waitlist> = {}): Waitlist {
  return {
    id: 'wl_1',
    name: 'Early guests',
    kind: 'consumer',
    slug: 'early-guests',
    description: '',
    city: null,
    isOpen: true,
    invitationDays: 14,
    createdAt: day,
    updatedAt: day,
    version: 3,
    counts: { waiting: 2, shortlisted: 1, invited: 0, expired: 0, joined: 0, removed: 0 },
    ...change,
  }
}

export function buildEntryRow(change: Partial<EntryRow> = {}): EntryRow {
  return {
    id: 'wle_1',
    waitlistId: 'wl_1',
    email: 'ana@example.test',
    name: 'Ana Diaz',
    city: 'Portland',
    postalCode: '97202',
    wantedVenue: 'Harbour',
    source: 'join page',
    referralCount: 3,
    status: 'waiting',
    createdAt: day,
    invitedAt: null,
    invitationExpiresAt: null,
    joinedAt: null,
    version: 4,
    ...change,
  }
}

export function buildEntryRecord(change: Partial<EntryRecord> = {}): EntryRecord {
  return {
    ...buildEntryRow(),
    notes: '',
    affiliateCode: null,
    referralCode: 'abc',
    referredBy: null,
    answers: [],
    history: [{ action: 'joined_list', at: day, by: null }],
    ...change,
  }
}

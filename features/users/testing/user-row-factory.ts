import type { UserRecord, UserRow } from '../contract'

export function buildUserRow(change: Partial<UserRow> = {}): UserRow {
  return {
    id: 'usr_7',
    email: 'dana@wrenandrye.test',
    emailIsPlaceholder: false,
    displayName: 'Dana Whitlock',
    photoURL: null,
    role: 'merchant_owner',
    status: 'active',
    merchants: [
      { id: 'mer_1', name: 'Wren & Rye Coffee' },
      { id: 'mer_2', name: 'Tide & Bean' },
    ],
    createdAt: new Date('2026-11-17T00:00:00Z'),
    lastActive: new Date(0),
    subscriptionCount: 0,
    version: 3,
    erasedAt: null,
    isLastAdministrator: false,
    ownsMerchant: false,
    worksElsewhere: false,
    hasApplication: false,
    roleIsNotGiven: false,
    ...change,
  }
}

export function buildUserRecord(change: Partial<UserRecord> = {}): UserRecord {
  return {
    ...buildUserRow(),
    phoneNumber: null,
    emailVerified: true,
    hasSecondFactor: false,
    passkeys: 0,
    hasSingleSignOn: false,
    statusUpdatedAt: null,
    updatedAt: new Date('2026-11-18T00:00:00Z'),
    ownedMerchants: [],
    timeline: null,
    invitation: null,
    ...change,
  }
}

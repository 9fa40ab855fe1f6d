import type { SignupRecord, SignupRow } from '../contract'

const day = new Date('2026-11-01T09:00:00Z')

/** In the console's shape. */
export function buildSignupRow(change: Partial<SignupRow> = {}): SignupRow {
  return {
    id: 'sgn_1',
    kind: 'signup',
    status: 'submitted',
    email: 'ana@halfmoon.test',
    contactName: 'Ana Paz',
    businessName: 'Half Moon',
    affiliateCode: null,
    createdAt: day,
    version: 1,
    ...change,
  }
}

export function buildSignupRecord(change: Partial<SignupRecord> = {}): SignupRecord {
  return {
    ...buildSignupRow(),
    reference: 'QF-1234',
    userId: 'usr_1',
    firstPass: 'daily',
    businessType: 'coffee_shop',
    description: 'Filter and flat whites.',
    phone: '+1 555 0100',
    website: 'https://halfmoon.test',
    address: { line1: '1 High Street', city: 'Springfield' },
    rejectionReason: null,
    reviewedAt: null,
    reviewedBy: null,
    termsVersion: 1,
    ...change,
  }
}

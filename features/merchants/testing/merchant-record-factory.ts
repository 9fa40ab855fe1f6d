import type { MerchantRecord, MerchantRow, ReviewItem } from '../contract'

/** An approved, live coffee shop as in the list. */
export function buildMerchantRow(change: Partial<MerchantRow> = {}): MerchantRow {
  return {
    id: 'mer_1',
    name: 'Wren & Rye Coffee',
    logoUrl: null,
    businessType: 'coffee_shop',
    status: 'active',
    needsReview: false,
    applicationStatus: 'approved',
    isLive: true,
    statusChangedAt: new Date('2026-01-01T00:00:00Z'),
    contactEmail: null,
    ownerEmail: null,
    hasTaxId: true,
    hasBank: false,
    completeness: 83,
    missing: ['bank'],
    totalLocations: 2,
    totalSubscribers: 150,
    activeSubscribers: 143,
    monthlyRevenue: [{ amountMinor: 3432_00, currency: 'eur' }],
    redemptionCount: 1377,
    lastActivity: null,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    ...change,
  }
}

/** The same merchant opened: bank details are missing, the logo may wait. */
export function buildMerchantRecord(change: Partial<MerchantRecord> = {}): MerchantRecord {
  return {
    ...buildMerchantRow(),
    description: null,
    contactPhone: null,
    website: 'https://wrenandrye.test',
    businessName: null,
    address: { line1: '1 Main St', city: 'Portland', region: 'OR', postalCode: '97202' },
    ownerId: 'usr_dana',
    ownerName: 'Dana Whitlock',
    taxIdMasked: '•••• 4417',
    brandingLogoUrl: null,
    brandingLogoMarkUrl: null,
    brandingUpdatedAt: null,
    statusReason: null,
    choosesLive: change.isLive ?? true,
    changeRequest: null,
    earlierRequests: [],
    version: 3,
    allowMultipleLocations: true,
    requireLocationCheck: false,
    timeZone: null,
    checklist: [
      { step: 'profile', done: true, required: true },
      { step: 'bank', done: false, required: true },
      { step: 'branding', done: false, required: false },
    ],
    updatedAt: new Date('2026-01-01T00:00:00Z'),
    ...change,
  }
}

/** A merchant that has requested approval. */
export function buildPendingRecord(change: Partial<MerchantRecord> = {}): MerchantRecord {
  return buildMerchantRecord({
    status: 'pending_review',
    needsReview: true,
    applicationStatus: 'submitted',
    isLive: false,
    ...change,
  })
}

export function buildReviewItem(change: Partial<ReviewItem> = {}): ReviewItem {
  return {
    id: 'mer_1',
    name: 'Wren & Rye Coffee',
    logoUrl: null,
    businessType: 'coffee_shop',
    status: 'pending_review',
    completeness: 86,
    daysWaiting: 3,
    waitingSince: new Date('2026-01-01T00:00:00Z'),
    reasons: ['waiting', 'incomplete'],
    ...change,
  }
}

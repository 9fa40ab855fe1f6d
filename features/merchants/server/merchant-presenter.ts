import {
  applicationStatuses,
  merchantStatuses,
  type ApplicationStatus,
  type MerchantRecord,
  type MerchantRow,
  type MerchantStatus,
} from '../contract'
import { byCurrency, checklist, completeness, logoOf, type CompletenessFacts } from '../rules'
import type { MerchantWithFigures, Revenue } from './merchant-store'

/** Counts that other features keep, by merchant id. */
export type MerchantCounts = {
  locations: Map<string, number>
  plans: Map<string, number>
  revenues: readonly Revenue[]
}

export function presentMerchantRow(row: MerchantWithFigures, counts: MerchantCounts): MerchantRow {
  const { merchant } = row
  const facts = completenessFacts(row, counts)
  return {
    id: merchant.id,
    name: merchant.name || 'Unknown Merchant',
    logoUrl: logoOf(merchant),
    businessType: merchant.businessType,
    status: readStatus(merchant.status),
    needsReview: merchant.needsReview,
    applicationStatus: readApplicationStatus(merchant.applicationStatus),
    isLive: merchant.isLive,
    statusChangedAt: merchant.statusChangedAt,
    contactEmail: merchant.contactEmail,
    ownerEmail: row.owner && !row.owner.emailIsPlaceholder ? row.owner.email : null,
    hasTaxId: Boolean(merchant.taxId),
    hasBank: merchant.bankVerifiedAt !== null,
    completeness: completeness(facts),
    totalLocations: facts.totalLocations,
    totalSubscribers: row.totalSubscribers ?? 0,
    activeSubscribers: row.activeSubscribers ?? 0,
    monthlyRevenue: byCurrency(counts.revenues.filter((revenue) => revenue.merchantId === merchant.id)).map(
      ({ amountMinor, currency }) => ({ amountMinor, currency }),
    ),
    redemptionCount: row.redemptionCount ?? 0,
    lastActivity: row.lastActivityAt,
    createdAt: merchant.createdAt,
  }
}

export function presentMerchantRecord(row: MerchantWithFigures, counts: MerchantCounts): MerchantRecord {
  const { merchant } = row
  return {
    ...presentMerchantRow(row, counts),
    description: merchant.description,
    contactPhone: merchant.contactPhone,
    website: merchant.website,
    businessName: merchant.businessName,
    address: merchant.address,
    ownerName: row.owner?.displayName ?? null,
    allowMultipleLocations: merchant.allowMultipleLocations,
    requireLocationCheck: merchant.requireLocationCheck,
    checklist: checklist(completenessFacts(row, counts)),
    updatedAt: merchant.updatedAt,
  }
}

function completenessFacts({ merchant }: MerchantWithFigures, counts: MerchantCounts): CompletenessFacts {
  return {
    ...merchant,
    totalLocations: counts.locations.get(merchant.id) ?? 0,
    activePlans: counts.plans.get(merchant.id) ?? 0,
  }
}

/** Spec §4: a merchant without a known status is one that waits for review. */
export function readStatus(status: string): MerchantStatus {
  return merchantStatuses.find((known) => known === status) ?? 'pending_review'
}

function readApplicationStatus(status: string | null): ApplicationStatus | null {
  return applicationStatuses.find((known) => known === status) ?? null
}

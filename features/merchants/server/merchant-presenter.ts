import { completenessSteps, type MerchantRecord, type MerchantRow } from '../contract'
import { readApplicationStatus, readStatus } from '../lifecycle/rules'
import { byCurrency, checklist, completeness, logoOf, maskedTaxId, type CompletenessFacts } from '../rules'
import type { MerchantCountsRow, MerchantWithFigures } from './merchant-store'
import type { ChangeRequest } from './tables'

/** Counts that other features keep, by merchant id. */
export type MerchantCounts = ReadonlyMap<string, MerchantCountsRow>

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
    monthlyRevenue: byCurrency(counts.get(merchant.id)?.revenues ?? []),
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
    ownerId: merchant.ownerId,
    ownerName: row.owner?.displayName ?? null,
    taxIdMasked: maskedTaxId(merchant.taxId),
    brandingLogoUrl: merchant.brandingLogoUrl,
    brandingLogoMarkUrl: merchant.brandingLogoMarkUrl,
    brandingUpdatedAt: merchant.brandingUpdatedAt,
    statusReason: merchant.statusReason,
    changeRequest: readChangeRequest(merchant.changeRequest),
    version: merchant.version,
    allowMultipleLocations: merchant.allowMultipleLocations,
    requireLocationCheck: merchant.requireLocationCheck,
    checklist: checklist(completenessFacts(row, counts)),
    updatedAt: merchant.updatedAt,
  }
}

function completenessFacts({ merchant }: MerchantWithFigures, counts: MerchantCounts): CompletenessFacts {
  return {
    ...merchant,
    totalLocations: counts.get(merchant.id)?.locations ?? 0,
    activePlans: counts.get(merchant.id)?.activePlans ?? 0,
  }
}

/** Imported ones may have another shape; steps that this release does not know are left out. */
function readChangeRequest(stored: Partial<ChangeRequest> | null): MerchantRecord['changeRequest'] {
  const requestedAt = new Date(stored?.requestedAt ?? '')
  if (!stored || Number.isNaN(requestedAt.getTime())) return null
  const asked: readonly unknown[] = Array.isArray(stored.items) ? stored.items : []
  return {
    items: completenessSteps.filter((step) => asked.includes(step)),
    note: typeof stored.note === 'string' ? stored.note : '',
    requestedAt,
  }
}

import type { MerchantStatus, MerchantTab } from './contract'

export type MerchantState = { status: string; needsReview: boolean; isLive: boolean; applicationStatus: string | null }

/**
 * Returns the single tab of a merchant (specification-gaps.md, "States"). Definitions overlap, so the first match counts: review, then
 * live, then setup, then other.
 */
export function merchantTab(merchant: MerchantState): Exclude<MerchantTab, 'all'> {
  if (merchant.status === 'pending_review' || merchant.needsReview) return 'review'
  if (merchant.status === 'active' && merchant.isLive) return 'live'
  if (merchant.status === 'pending' || merchant.applicationStatus === 'pending_setup') return 'setup'
  return 'other'
}

/** The meaning of `?status=pending` and of the dashboard's count (G27). */
export function isPending(merchant: MerchantState): boolean {
  return merchantTab(merchant) === 'review' || merchant.status === 'pending'
}

/** The status filter: `pending_review` selects needsReview (spec §4), `pending` as above, any other the status itself. */
export function matchesStatus(merchant: MerchantState, status: MerchantStatus): boolean {
  if (status === 'pending_review') return merchant.needsReview
  if (status === 'pending') return isPending(merchant)
  return merchant.status === status
}

export type LogoSources = { brandingLogoUrl: string | null; brandingLogoMarkUrl: string | null; logoUrl: string | null }

/** Spec §3 "Current merchant selection". */
export function logoOf(merchant: LogoSources): string | null {
  return merchant.brandingLogoUrl || merchant.brandingLogoMarkUrl || merchant.logoUrl || null
}

/** One total per currency: usd first, then by code. */
export function byCurrency<T extends { currency: string }>(totals: readonly T[]): T[] {
  const rank = (currency: string) => (currency === 'usd' ? '' : currency)
  return [...totals].sort((a, b) => (rank(a.currency) < rank(b.currency) ? -1 : 1))
}

const shownDigits = 4

/** Returns the last four characters, or none of a number with few more. */
export function maskedTaxId(taxId: string | null): string | null {
  if (!taxId) return null
  return `•••• ${taxId.length >= 2 * shownDigits ? taxId.slice(-shownDigits) : ''}`.trimEnd()
}

type AdoptionDetails = {
  merchantZone: string | null
  /** Zone of the oldest location with one. */
  locationZone: string | null
  locations: number
  /** Previous zone of a changed location. */
  formerZone: string | null
}

/** Returns the zone that a merchant takes from its locations, or null if it keeps its own. */
export function zoneToAdopt({ merchantZone, locationZone, locations, formerZone }: AdoptionDetails): string | null {
  if (locationZone === null || locationZone === merchantZone) return null
  if (merchantZone === null) return locationZone
  // A zone that a person chose stays when the location's zone differs.
  return locations === 1 && formerZone === merchantZone ? locationZone : null
}

/**
 * Job: takes the zone of a merchant from its locations. Payload: `merchantId`; `from`, the former zone of a location that
 * has changed.
 */
export const adoptZoneKind = 'adopt_merchant_zone'

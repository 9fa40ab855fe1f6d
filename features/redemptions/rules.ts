import { redemptionDefaults } from './contract'
import type { RedemptionView } from './view-contract'

type Stored = Omit<RedemptionView, 'merchantName' | 'locationName' | 'planName'> & { merchantName: string | null }
type Names = { locationName: string | null; planName: string | null }

/** Returns the named fields only, with names for missing records (spec §8) and defaults (spec §9). */
export function redemptionView(stored: Stored, { locationName, planName }: Names): RedemptionView {
  return {
    id: stored.id,
    merchantId: stored.merchantId,
    merchantName: stored.merchantName?.trim() || 'Unknown Merchant',
    locationId: stored.locationId,
    locationName: locationName?.trim() || 'Unknown Location',
    planId: stored.planId,
    planName: planName?.trim() || 'Unknown Plan',
    redeemedAt: stored.redeemedAt,
    method: stored.method.trim() || redemptionDefaults.method,
    status: stored.status.trim() || redemptionDefaults.status,
  }
}

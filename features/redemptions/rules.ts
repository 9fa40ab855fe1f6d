import { redemptionDefaults } from './contract'
import type { RedemptionView } from './view/contract'

type Stored = Omit<RedemptionView, 'merchantName' | 'locationName' | 'planName'> & { merchantName: string | null }
type Names = { locationName: string | null; planName: string | null }

/** Names that are missing (spec §8) and the defaults of spec §9, by name and nothing else. */
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

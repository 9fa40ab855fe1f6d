import { maskName } from '@quaff/features/subscriptions/rules'
import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import { redemptionView } from '../../rules'
import type { UsageRow } from '../contract'
import { flagsOf } from '../rules'
import type { UsageFacts } from './usage-store'
import type { VenueFacts } from './venue-store'

/** Every field that leaves the server, by name; who the people are depends on who reads. */
export function presentUsage(row: UsageFacts, venue: VenueFacts, reader: UserActor): UsageRow {
  const place = ofMerchant(row.merchantId, row.locationId === null ? undefined : venue.locations.get(row.locationId))
  const plan = ofMerchant(row.merchantId, row.planId === null ? undefined : venue.plans.get(row.planId))
  const view = redemptionView(row, { locationName: place?.name ?? null, planName: plan?.name ?? null })
  const isDated = row.redeemedAt.getTime() !== 0
  const sincePreviousMs = isDated && row.previousAt ? row.redeemedAt.getTime() - row.previousAt.getTime() : null
  const isAdmin = reader.role === adminRole
  return Object.assign(view, {
    subscriberName: isAdmin ? row.displayName : maskName(row.displayName),
    userId: isAdmin ? row.userId : null,
    sincePreviousMs,
    flags: flagsOf(view, { sincePreviousMs, schedule: place?.schedule ?? null, plan: plan?.document ?? null }),
    voided: presentVoid(row, isAdmin),
  })
}

/** One that points at another merchant's names nothing. */
const ofMerchant = <T extends { merchantId: string }>(merchantId: string, found: T | undefined) =>
  found?.merchantId === merchantId ? found : undefined

function presentVoid(
  { voidedAt, voidReason, voiderName, voiderRole }: UsageFacts,
  isAdmin: boolean,
): UsageRow['voided'] {
  if (!voidedAt) return null
  const by = !isAdmin && voiderRole === adminRole ? 'an administrator' : voiderName
  return { at: voidedAt, by, reason: voidReason ?? '' }
}

import { activityLimits } from '@quaff/features/activity/contract'
import type { Schedule } from '@quaff/features/locations/contract'
import { isOpenAt } from '@quaff/features/locations/opening-rules'
import { isValidAt } from '@quaff/features/locations/rules'
import { readPlanFields } from '@quaff/features/plans/rules'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { adminRole } from '@quaff/platform/shared/product'
import type { ReasonIn } from '@quaff/platform/shared/refusal'
import type { PlanDocument } from './allowance-rules'
import type { voidRefusals } from './refusals'
import { scanLimits } from './scan-contract'
import type { RedemptionFlag, UsageRow } from './usage-contract'
import { redemptionDefaults } from './view-contract'

/** Returns true above fifty redemptions an hour, like the activity feed. */
export const isSurge = (lastHour: number) => lastHour > activityLimits.surgeThreshold

type FlaggedRedemption = { status: string; redeemedAt: Date; locationId: string | null }
export type FlagDetails = {
  sincePreviousMs: number | null
  /** Null if the location or the plan was deleted. Its rules are then skipped. */
  schedule: Schedule | null
  plan: PlanDocument | null
}

/** Uses the current hours and plan, because earlier ones are not recorded. */
export function flagsOf({ status, redeemedAt, locationId }: FlaggedRedemption, details: FlagDetails): RedemptionFlag[] {
  const { sincePreviousMs, schedule, plan } = details
  if (status !== redemptionDefaults.status) return []
  const flags: RedemptionFlag[] = []
  if (sincePreviousMs !== null && sincePreviousMs < scanLimits.doubleScanMs) flags.push('double_scan')
  const isDated = redeemedAt.getTime() !== 0
  if (isDated && schedule && isOpenAt(schedule, redeemedAt) === false) flags.push('outside_hours')
  if (locationId !== null && plan && isElsewhere(plan, locationId)) flags.push('wrong_location')
  return flags
}

/** Returns true for a flagged redemption that no one has checked. */
export const isWaiting = ({ flags, kept }: Pick<UsageRow, 'flags' | 'kept'>) => flags.length > 0 && !kept

/** A plan whose locations are unreadable reads as one that is valid at all of them. */
const isElsewhere = (plan: PlanDocument, locationId: string) =>
  !isValidAt({ name: '', validLocationIds: readPlanFields(plan).validLocationIds }, locationId)

export type VoidRefusal = ReasonIn<typeof voidRefusals>

type VoidDetails = { role: string; status: string; redeemedAt: Date }

/**
 * Returns null if it may be voided; "today" is in the merchant's zone. Callers check the merchant scope and the
 * permission.
 */
export function voidRefusal({ role, status, redeemedAt }: VoidDetails, now: Date, zone: string): VoidRefusal | null {
  if (status === 'voided') return 'ALREADY_VOIDED'
  if (status !== redemptionDefaults.status) return 'NOT_COMPLETED'
  if (role === adminRole || dayKeyIn(zone, redeemedAt) === dayKeyIn(zone, now)) return null
  return 'NOT_TODAY'
}

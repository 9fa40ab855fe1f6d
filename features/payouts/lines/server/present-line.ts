import { maskName } from '@quaff/features/subscriptions/rules'
import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import type { AdjustmentLine, RedemptionLine, RenewalLine } from '../../statement/contract'
import type { AdjustmentFacts } from '../../statement/server/statement-store'
import type { LinesOf, RedemptionFacts, RenewalFacts } from './line-store'

/** Every field that leaves the server, by name; who the people are depends on who reads. */
export function presentRenewal(row: RenewalFacts, payout: LinesOf, reader: UserActor): RenewalLine {
  return {
    subscriptionId: row.id,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
    amount: row.amountMinor,
    listAmount: row.listMinor === row.amountMinor ? null : row.listMinor,
    corrected: row.correctedMinor,
    isLate: row.periodStart < payout.periodStart,
  }
}

export function presentRedemption(row: RedemptionFacts, reader: UserActor): RedemptionLine {
  return {
    id: row.id,
    redeemedAt: row.redeemedAt,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
    locationName: row.locationName?.trim() || 'Unknown Location',
    amount: 0,
  }
}

/** Who added it is for the caller to name. */
export function presentAdjustment(row: AdjustmentFacts, reader: UserActor): Omit<AdjustmentLine, 'by'> {
  const { id, kind, amountMinor: amount, reason, createdAt, charge } = row
  const named = charge && {
    ...charge,
    subscriberName: nameFor(reader, row.displayName),
    planName: row.planName?.trim() || 'Unknown Plan',
  }
  return { id, kind, amount, reason, charge: named, createdAt }
}

function nameFor({ role }: UserActor, displayName: string | null): string | null {
  return role === adminRole ? displayName?.trim() || null : maskName(displayName)
}

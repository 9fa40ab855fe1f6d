import type { UserActor } from '@quaff/platform/server/actor'
import { adminRole } from '@quaff/platform/shared/product'
import type { SubscriptionListRow } from '../../contract'
import { scheduledEndOf } from '../../ending/rules'
import { resolvePrice } from '../../rules'
import { presentPerson } from '../../subscribers/server/subscriber-presenter'
import type { ListedSubscription } from './subscription-list-store'

/** Every field that leaves the server, by name; who the person is depends on who reads. */
export function presentSubscriptionRow(row: ListedSubscription, reader: UserActor): SubscriptionListRow {
  const price = resolvePrice(row)
  const shown = {
    id: row.id,
    merchantId: row.merchantId,
    merchantName: row.merchantName || 'Unknown Merchant',
    planId: row.planId,
    planName: row.planName || 'Unknown Plan',
    status: row.status,
    amount: price.amountMinor,
    currency: price.currency,
    interval: price.interval,
    intervalCount: price.intervalCount,
    monthlyAmount: row.monthlyMinor,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    cancelAt: row.cancelAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
  }
  return Object.assign(shown, presentPerson(row.user, reader), presentEnd(row, reader))
}

/** Who acted and why is between administrators; a reason that no longer counts is not told. */
function presentEnd(row: ListedSubscription, reader: UserActor) {
  const isOver = row.status === 'canceled'
  const endsAt = scheduledEndOf(row)
  const isTold = reader.role === adminRole && (isOver || endsAt !== null)
  return {
    canceledAt: isOver ? row.updatedAt : null,
    endsAt,
    endedBy: isTold && row.canceledBy !== null ? (row.cancelerName ?? 'Unknown') : null,
    cancelReason: isTold ? row.cancelReason : null,
  }
}

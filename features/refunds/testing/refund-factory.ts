import type { Services } from '@quaff/platform/server'
import type { RefundRow } from '../contract'
import { refunds } from '../server/tables'

type NewRefund = typeof refunds.$inferInsert

/** Inserts a manual refund of 29.00 that no payout includes; overrides by argument. */
export async function insertRefundRow(
  services: Services,
  details: Partial<NewRefund> & { merchantId: string; subscriptionId: string },
): Promise<NewRefund> {
  const at = services.clock.now()
  const id = details.id ?? services.ids.newId('ref')
  const row: NewRefund = {
    id,
    source: 'manual',
    providerId: id,
    kind: 'refund',
    status: 'recorded',
    chargeAt: at,
    chargePeriodStart: details.chargeAt ?? at,
    amountMinor: 2_900,
    currency: 'usd',
    occurredAt: at,
    stateAt: at,
    createdAt: at,
    updatedAt: at,
    ...details,
  }
  await services.db.insert(refunds).values(row)
  return row
}

/** In the shape for administrators. */
export function buildRefundRow(details: Partial<RefundRow> = {}): RefundRow {
  return {
    id: 'ref_1',
    kind: 'refund',
    status: 'recorded',
    source: 'stripe',
    merchantId: 'mer_1',
    subscriptionId: 'sub_1',
    periodStart: new Date('2026-10-03T08:00:00Z'),
    amount: 2_900,
    currency: 'usd',
    reason: null,
    problem: null,
    isHeld: false,
    subscriberName: 'Ana Pereira',
    planName: 'Daily Cup',
    occurredAt: new Date('2026-11-05T08:00:00Z'),
    ...details,
  }
}

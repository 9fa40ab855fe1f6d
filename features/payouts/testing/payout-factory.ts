import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Services } from '@quaff/platform/server'
import { amountsOf } from '../amount-rules'
import { rangeOfPeriod } from '../period-rules'
import { payoutAdjustments, payoutCharges, payouts } from '../server/tables'

export type NewPayoutRow = typeof payouts.$inferInsert
export type PayoutDetails = Partial<NewPayoutRow> & { merchantId: string }
type ChargeDetails = Partial<typeof subscriptionCharges.$inferInsert> & { merchantId: string }

/** Builds a draft of February 2026 with 29.00 gross, no fee and no charges. */
export function buildPayout(services: Services, details: PayoutDetails): NewPayoutRow {
  const now = services.clock.now()
  const period = details.period ?? '2026-02'
  const { start, end } = rangeOfPeriod(services.settings.timeZone, period)
  const { feeBasisPoints = 0, adjustmentsMinor = 0, grossMinor = 2_900 } = details
  const { fee, net } = amountsOf(grossMinor, feeBasisPoints, adjustmentsMinor)
  return {
    id: services.ids.newId('pay'),
    period,
    periodStart: start,
    periodEnd: end,
    currency: 'usd',
    status: 'draft',
    grossMinor,
    feeBasisPoints,
    feeMinor: fee,
    adjustmentsMinor,
    netMinor: net,
    renewalCount: 1,
    redemptionCount: 0,
    generatedAt: now,
    updatedAt: now,
    ...details,
  }
}

/** The merchant must exist. */
export async function insertPayout(
  services: Services,
  details: PayoutDetails,
): Promise<NewPayoutRow & { version: number }> {
  const [row] = await services.db.insert(payouts).values(buildPayout(services, details)).returning()
  if (!row) throw new Error('The payout was not inserted.')
  return row
}

/** Inserts a charge of 29.00 for one month from February 10, 2026, recorded at its start. `payoutId` links it. */
export async function insertCharge(
  services: Services,
  { payoutId, ...details }: ChargeDetails & { payoutId?: string },
): Promise<typeof subscriptionCharges.$inferInsert> {
  const periodStart = details.periodStart ?? new Date('2026-02-10T08:00:00Z')
  const charge = {
    subscriptionId: services.ids.newId('sub'),
    periodEnd: new Date(periodStart.getTime() + 28 * 86_400_000),
    amountMinor: 2_900,
    currency: 'usd',
    recordedAt: periodStart,
    ...details,
    periodStart,
  }
  await services.db.insert(subscriptionCharges).values(charge)
  const { subscriptionId } = charge
  if (payoutId) await services.db.insert(payoutCharges).values({ subscriptionId, periodStart, payoutId })
  return charge
}

/** Inserts an adjustment that waits unless `payoutId` is given. Amounts of payouts do not change. */
export async function insertAdjustment(
  services: Services,
  details: Partial<typeof payoutAdjustments.$inferInsert> & { merchantId: string },
): Promise<typeof payoutAdjustments.$inferSelect> {
  const [row] = await services.db
    .insert(payoutAdjustments)
    .values({
      id: services.ids.newId('adj'),
      currency: 'usd',
      amountMinor: -500,
      reason: 'Broken grinder',
      createdAt: services.clock.now(),
      ...details,
    })
    .returning()
  if (!row) throw new Error('The adjustment was not inserted.')
  return row
}

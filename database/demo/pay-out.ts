import { and, eq, gte, type InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { payoutAdjustments, payoutCharges, payouts } from '@quaff/features/payouts/tables'
import { redemptionHours } from '@quaff/features/redemptions/tables'
import { platformSettings } from '@quaff/features/settings/tables'
import { subscriptionCharges } from '@quaff/features/subscriptions/tables'
import type { Services, Transaction } from '@quaff/platform/server'
import type { DemoBankAccount } from './demo-banking'
import type { DemoMerchant } from './demo-merchants'
import { demoPeriods, feeBasisPoints, planPayouts, type DemoPayout } from './plan-payouts'

type Paid = { merchants: readonly DemoMerchant[]; banks: readonly DemoBankAccount[]; administratorId: string | null }

/** Uses the charges and redemptions that were written, so that every statement adds up. */
export async function payOut(
  services: Services,
  tx: Transaction,
  { merchants: venues, banks, administratorId }: Paid,
): Promise<DemoPayout[]> {
  const { timeZone } = services.settings
  const now = services.clock.now()
  const since = demoPeriods(timeZone, now).at(-1)?.start ?? now
  const charges = await tx
    .select()
    .from(subscriptionCharges)
    .where(gte(subscriptionCharges.periodStart, since))
    .orderBy(subscriptionCharges.periodStart, subscriptionCharges.subscriptionId)
  const hours = await tx
    .select()
    .from(redemptionHours)
    .where(and(gte(redemptionHours.hour, since), eq(redemptionHours.status, 'completed')))
  const drinks = byMerchant(hours)
  const planned = planPayouts(timeZone, now, {
    merchants: venues,
    charges: byMerchant(charges),
    administratorId,
    last4Of: (id) => banks.find(({ merchantId }) => merchantId === id)?.accountLast4 ?? null,
    redemptionsOf: (id, { start, end }) =>
      (drinks.get(id) ?? [])
        .filter(({ hour }) => hour >= start && hour < end)
        .reduce((sum, { count }) => sum + count, 0),
  })
  const fee = {
    key: 'platformFeeBasisPoints',
    value: feeBasisPoints,
    updatedAt: since,
    updatedBy: administratorId,
  } as const
  await insertAll(tx, platformSettings, [fee])
  await insertAll(tx, payouts, planned.payouts)
  await insertAll(tx, payoutCharges, planned.links)
  await insertAll(tx, payoutAdjustments, planned.adjustments)
  return planned.payouts
}

function byMerchant<T extends { merchantId: string }>(rows: readonly T[]) {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row.merchantId) ?? []
    group.push(row)
    groups.set(row.merchantId, group)
  }
  return groups
}

const rowsPerStatement = 500

export async function insertAll<T extends PgTable>(tx: Transaction, table: T, rows: readonly InferInsertModel<T>[]) {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx.insert<PgTable>(table).values(rows.slice(start, start + rowsPerStatement))
  }
}

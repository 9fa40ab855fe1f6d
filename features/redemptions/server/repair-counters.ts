import type { Queryable, Services, Transaction } from '@quaff/platform/server'
import { differencesOf, type CounterDifference } from '@quaff/platform/shared/counter-difference'
import {
  findHoursDrift,
  findPlaceDaysDrift,
  findTotalsDrift,
  readCountedZones,
  refreshLastRedeemed,
} from './drift-store'
import { addToCounters, lockTotals } from './hour-store'
import { findPreviousDrift, repairPrevious } from './previous-store'

type Settings = Pick<Services, 'settings'>

async function findDrift(services: Settings, db: Queryable, merchantIds: readonly string[]) {
  const { settings } = services
  return {
    hours: await findHoursDrift(db, merchantIds, await readCountedZones(services, db, merchantIds)),
    days: await findPlaceDaysDrift(db, merchantIds, settings.timeZone),
    totals: await findTotalsDrift(db, merchantIds),
    previous: await findPreviousDrift(db, merchantIds),
  }
}
type Drift = Awaited<ReturnType<typeof findDrift>>

/** Returns differences between the counters and the redemptions of these merchants. */
export async function checkRedemptionCounters(
  services: Settings,
  db: Queryable,
  merchantIds: readonly string[],
): Promise<CounterDifference[]> {
  return presentDrift(await findDrift(services, db, merchantIds))
}

/** Adds the differences like `repairSubscriptionCounters`. Holds `lockTotals`, so writers of these merchants wait. */
export async function repairRedemptionCounters(
  services: Settings,
  tx: Transaction,
  merchantIds: readonly string[],
): Promise<CounterDifference[]> {
  await lockTotals(tx, merchantIds)
  const drift = await findDrift(services, tx, merchantIds)
  await addToCounters(tx, {
    hours: drift.hours.map(({ hour, merchant_id: merchantId, status, stored, counted }) => ({
      hour: new Date(hour),
      merchantId,
      status,
      count: counted - stored,
    })),
    days: drift.days.map(({ merchant_id: merchantId, day, location_id: locationId, plan_id: planId, ...row }) => ({
      merchantId,
      day,
      locationId,
      planId,
      count: row.counted - row.stored,
    })),
    totals: drift.totals.map(({ merchant_id: merchantId, stored, counted }) => ({
      merchantId,
      count: counted - stored,
      lastRedeemedAt: new Date(0),
    })),
  })
  await refreshLastRedeemed(
    tx,
    drift.totals.map((row) => row.merchant_id),
  )
  await repairPrevious(
    tx,
    drift.previous.map((row) => row.merchant_id),
  )
  return presentDrift(drift)
}

const presentDrift = ({ hours, days, totals, previous }: Drift) => [
  ...hours.flatMap((row) =>
    differencesOf('redemption_hours', [row.hour, row.merchant_id, row.status].join(' '), {
      count: [row.stored, row.counted],
    }),
  ),
  ...days.flatMap((row) =>
    differencesOf(
      'redemption_days',
      [row.day, row.merchant_id, row.location_id || 'no place', row.plan_id || 'no plan'].join(' '),
      { count: [row.stored, row.counted] },
    ),
  ),
  ...totals.flatMap((row) =>
    differencesOf('redemption_totals', row.merchant_id, {
      count: [row.stored, row.counted],
      last_redeemed_at: [row.stored_last, row.counted_last],
    }),
  ),
  ...previous.flatMap((row) => differencesOf('redemptions', row.merchant_id, { wrong_previous_at: [row.wrong, 0] })),
]

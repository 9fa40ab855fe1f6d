import { sql } from 'drizzle-orm'
import { listMerchantZones } from '@quaff/features/sessions/server'
import type { Queryable, Services, Transaction } from '@quaff/platform/server/context'
import { hasSameHours } from '@quaff/platform/shared/windows/hour-alignment'
import { redemptionDefaults } from '../../contract'
import { redemptionDays, redemptionHours, redemptions } from '../tables'
import { dayInSql, slotInSql, type CountedZones } from './drift-store'

type Settings = Pick<Services, 'settings'>

export async function readCountedZones(
  { settings }: Settings,
  db: Queryable,
  merchantIds: readonly string[],
): Promise<CountedZones> {
  const platform = settings.timeZone
  const zones = await listMerchantZones(db, merchantIds)
  const inQuarters = merchantIds.filter((id) => !hasSameHours(platform, zones.get(id) ?? platform))
  return { platform, inQuarters }
}

/**
 * Counts a merchant's hours and days again from its redemptions, by the zone that it has now. The caller holds its totals
 * (`lockTotals`), so that nobody adds to the counters meanwhile.
 */
export async function recountHoursAndDays(services: Settings, tx: Transaction, merchantId: string): Promise<void> {
  const zones = await readCountedZones(services, tx, [merchantId])
  await tx.execute(sql`delete from ${redemptionHours} where merchant_id = ${merchantId}`)
  await tx.execute(sql`
    insert into ${redemptionHours} (hour, merchant_id, status, count)
    select ${slotInSql(zones)}, merchant_id, status, count(*) from ${redemptions}
    where merchant_id = ${merchantId} group by 1, 2, 3`)
  await tx.execute(sql`delete from ${redemptionDays} where merchant_id = ${merchantId}`)
  await tx.execute(sql`
    insert into ${redemptionDays} (merchant_id, day, location_id, plan_id, count)
    select merchant_id, ${dayInSql(zones.platform)}, coalesce(location_id, ''), coalesce(plan_id, ''), count(*)
    from ${redemptions} where merchant_id = ${merchantId} and status = ${redemptionDefaults.status} group by 1, 2, 3, 4`)
}

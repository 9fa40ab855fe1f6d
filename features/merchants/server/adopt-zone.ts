import { readTimeZone } from '@quaff/features/locations/rules'
import { lockTotals, recountHoursAndDays } from '@quaff/features/redemptions/server'
import { recountLocalDays } from '@quaff/features/subscriptions/server'
import {
  inTransaction,
  type JobHandler,
  type Locked,
  publishLive,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import { zoneToAdopt } from '../rules'
import { isKnownZone, listNamedZones, listWithoutZone, lockZone, saveZone, type ZonedMerchant } from './zone-store'

/**
 * Gives a merchant its zone and counts by it again what is counted by hours and days, in one transaction. Writers of
 * redemptions wait at the totals, those of subscriptions at the merchant's row.
 */
export async function changeZone(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  merchant: Locked<ZonedMerchant>,
  timeZone: string,
) {
  const { id } = merchant
  await lockTotals(tx, [id])
  await saveZone(tx, merchant, timeZone)
  await recountHoursAndDays(services, tx, id)
  await recountLocalDays(services, tx, id)
  await publishLive(tx, { topic: 'merchant', subjectId: id, merchantId: id })
}

async function adoptZone(services: Services, merchantId: string, formerZone: string | null) {
  await inTransaction(services, async (tx) => {
    const merchant = await lockZone(tx, merchantId)
    if (!merchant) return
    const { zones, locations } = await listNamedZones(tx, merchant)
    const locationZone = zones.map(readTimeZone).find((zone) => zone !== null) ?? null
    const zone = zoneToAdopt({ merchantZone: merchant.timeZone, locationZone, locations, formerZone })
    if (zone !== null && (await isKnownZone(tx, zone))) await changeZone(services, tx, merchant, zone)
  })
}

export const adoptZoneHandler: JobHandler = {
  maxAttempts: 20,
  leaseMs: 10 * 60_000,
  run: (services, { merchantId, from }) =>
    adoptZone(services, String(merchantId), typeof from === 'string' ? from : null),
}

/** Processes merchants and locations from before merchants had zones, or from an import. */
export async function adoptMissingZones(services: Services, signal?: AbortSignal) {
  for (const merchantId of await listWithoutZone(services.db)) {
    signal?.throwIfAborted()
    await adoptZone(services, merchantId, null)
  }
}

import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server/transaction'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertLocation } from '../testing/location-factory'
import { findLocation, listLocationsOf } from './location-store'
import { findMerchantSettings, lockMerchantSettings } from './merchant-settings-store'
import { listPlanPlaces, readUsage } from './usage-store'

let services: TestServices
let scope: MerchantScope
const ids = { own: 'mer_own', foreign: 'mer_foreign' }
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: ids.own }, { id: ids.foreign }])
  for (const merchantId of Object.values(ids)) {
    await insertLocation(services, { id: `loc_${merchantId}`, merchantId })
    await insertPlan(services, { merchantId })
    const redeemed = { id: `red_${merchantId}`, merchantId, locationId: `loc_${merchantId}`, redeemedAt: now() }
    await inTransaction(services, (tx) => writeRedemptions(services, tx, [redeemed]))
  }
  scope = merchantScope(await asOwner(services, [ids.own]))
})
const now = () => services.clock.now()

const answers = {
  'the locations of a merchant': async (merchantId: string) =>
    (await listLocationsOf(services.db, scope, merchantId)).length,
  'a location by its id': async (merchantId: string) =>
    Number(Boolean(await findLocation(services.db, [scope], { locationId: `loc_${merchantId}` }))),
  'the settings of its merchant': async (merchantId: string) =>
    Number(Boolean(await findMerchantSettings(services.db, scope, merchantId))),
  'their lock': (merchantId: string) =>
    inTransaction(services, async (tx) => Number(Boolean(await lockMerchantSettings(tx, scope, merchantId)))),
  'its usage': async (merchantId: string) => {
    const [since, today] = [new Date(now().getTime() - 86_400_000), now()]
    const key = { merchantId, locationId: `loc_${merchantId}` }
    return (await readUsage(services.db, scope, key, { since, today })).last30Days
  },
  'the plans that name it': async (merchantId: string) => (await listPlanPlaces(services.db, scope, merchantId)).length,
}

/** The second lock, whatever the verb in front of it has asked. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is there for an own merchant and hidden for a foreign one', async () => {
    expect([await count(ids.own), await count(ids.foreign)]).toEqual([1, 0])
  })
})

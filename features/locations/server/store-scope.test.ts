import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { scopeToMerchant, type OneMerchant } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertLocation } from '../testing/location-factory'
import {
  deleteLocationRow,
  findLocation,
  findMerchantSettings,
  listLocationsOf,
  lockMerchantSettings,
  updateLocationRow,
} from './location-store'
import { findPlanPlaces, readUsage } from './usage-store'

let services: TestServices
let own: OneMerchant
let other: OneMerchant
const merchantId = 'mer_foreign'
const locationId = 'loc_foreign'
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(services, [{ id: 'mer_own' }, { id: merchantId }])
  await insertLocation(services, { id: locationId, merchantId })
  await insertPlan(services, { merchantId })
  const redeemed = { id: 'red_foreign', merchantId, locationId, redeemedAt: now() }
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [redeemed]))
  own = scopeToMerchant(await asOwner(services, ['mer_own']), 'mer_own')
  other = scopeToMerchant(await asOwner(services, [merchantId]), merchantId)
})
const now = () => services.clock.now()

const answers: Record<string, (scope: OneMerchant) => Promise<number>> = {
  'the locations of a merchant': async (scope) => (await listLocationsOf(services.db, scope)).length,
  'a location by its id': async (scope) => Number(Boolean(await findLocation(services.db, [scope], { locationId }))),
  'the settings of its merchant': async (scope) =>
    Number((await findMerchantSettings(services.db, scope))?.id === merchantId),
  'their lock': (scope) =>
    inTransaction(services, async (tx) => Number((await lockMerchantSettings(tx, scope))?.id === merchantId)),
  'its usage': async (scope) => {
    const today = { now: now(), platformZone: services.settings.timeZone }
    return (await readUsage(services.db, scope, locationId, 1, today)).last30Days
  },
  'the plans that name it': async (scope) => (await findPlanPlaces(services.db, scope))?.plans.length ?? 0,
  'its change': (scope) =>
    inTransaction(services, async (tx) => {
      const merchant = await lockMerchantSettings(tx, scope)
      const change = { name: 'Changed', fields: {}, updatedAt: now() }
      return Number(merchant && (await updateLocationRow(tx, merchant, { id: locationId, version: 1 }, change)))
    }),
  'its removal': (scope) =>
    inTransaction(services, async (tx) => {
      const merchant = await lockMerchantSettings(tx, scope)
      return Number(merchant && (await deleteLocationRow(tx, merchant, { id: locationId, version: 2 })))
    }),
}

/** Queries enforce the scope themselves, independent of the caller's permission check. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is there in the own scope and nowhere else', async () => {
    expect([await count(own), await count(other)]).toEqual([0, 1])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { writeRedemptions } from '../../server/write-redemptions'
import { countUsageRows, findUsageRow, listCounts, listMethods, listUsageRows, lockRedemption } from './usage-store'
import { readVenue } from './venue-store'

let services: TestServices
let own: MerchantScope
let other: MerchantScope
const key = { id: 'red_1', redeemedAt: new Date('2026-03-10T12:00:00Z') }

beforeAll(async () => {
  services = await createTestServices()
  await insertMerchant(services, { id: 'mer_foreign' })
  await insertLocation(services, { merchantId: 'mer_foreign' })
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [{ ...key, merchantId: 'mer_foreign' }]))
  own = merchantScope(await asOwner(services, ['mer_own']))
  other = merchantScope(await asOwner(services, ['mer_foreign']))
})

const answers: Record<string, (scope: MerchantScope) => Promise<number>> = {
  'a page': async (scope) => (await listUsageRows(services.db, scope, {}, { limit: 10 })).length,
  'the count': (scope) => countUsageRows(services.db, scope, {}),
  'one redemption': async (scope) => ((await findUsageRow(services.db, scope, key)) ? 1 : 0),
  'one to be voided': (scope) =>
    inTransaction(services, async (tx) => ((await lockRedemption(tx, scope, key)) ? 1 : 0)),
  methods: async (scope) => (await listMethods(services.db, scope)).length,
  'counts per merchant': async (scope) => (await listCounts(services.db, scope)).length,
  'the merchant': async (scope) => Number((await readVenue(services.db, scope, 'UTC')).hasMerchant),
  locations: async (scope) => (await readVenue(services.db, scope, 'UTC')).locations.size,
}

/** Stores check the scope themselves, independent of what their caller authorized. */
describe.each(Object.entries(answers))('%s', (_, count) => {
  it('is visible in its own scope and nowhere else', async () => {
    expect([await count(other), await count(own)]).toEqual([1, 0])
  })
})

import { expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server/transaction'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { writeRedemptions } from '../../server/write-redemptions'
import { countUsage } from './count-usage'

it('a rare status is counted over all merchants for administrators alone', async () => {
  const services = await createTestServices()
  const userId = (await insertUser(services)).id
  const redeemedAt = new Date(services.clock.now().getTime() - 60_000)
  for (const name of ['one', 'two']) {
    const [merchantId, locationId, planId] = [`mer_${name}`, `loc_${name}`, `pln_${name}`]
    await insertMerchant(services, { id: merchantId })
    await insertLocation(services, { id: locationId, merchantId })
    await insertPlan(services, { id: planId, merchantId })
    const drink = { id: `red_${name}`, merchantId, locationId, planId, userId, redeemedAt, status: 'voided' as const }
    await inTransaction(services, (tx) => writeRedemptions(services, tx, [drink]))
  }
  const [admin, owner] = [await asAdmin(services), await asOwner(services, ['mer_one'])]
  expect(await countUsage(services, merchantScope(admin), { status: 'voided' })).toBe(2)
  expect(await countUsage(services, merchantScope(owner), { status: 'voided' })).toBe(1)
})

import { expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { writeRedemptions } from '../../server/write-redemptions'
import { countUsage } from './read-redemptions'

it('counts a rare status over all merchants for administrators only', async () => {
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

it('§0018 the total of a long list is exact if the hour counters cover the filter', async () => {
  const services = await createTestServices()
  await insertMerchant(services, { id: 'mer_one' })
  const now = services.clock.now().getTime()
  const drinks = Array.from({ length: 10_050 }, (_, index) => ({
    id: `red_${index}`,
    merchantId: 'mer_one',
    redeemedAt: new Date(now - index * 60_000),
    status: index % 50 === 0 ? ('voided' as const) : ('completed' as const),
  }))
  for (let at = 0; at < drinks.length; at += 2_000)
    await inTransaction(services, (tx) => writeRedemptions(services, tx, drinks.slice(at, at + 2_000)))
  const scopes = [await asAdmin(services), await asOwner(services, ['mer_one'])].map(merchantScope)
  for (const scope of scopes) {
    expect(await countUsage(services, scope, {})).toBe(10_050)
    expect(await countUsage(services, scope, { status: 'voided' })).toBe(201)
    expect(await countUsage(services, scope, { method: 'barcode' })).toBe(10_001)
  }
})

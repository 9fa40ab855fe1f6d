import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { insertUsers } from '@quaff/features/users/testing/user-factory'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { subscriptionAffiliates } from './tables'
import { writeSubscriptions } from './write-subscriptions'

const start = new Date('2026-01-20T00:00:00Z').getTime()
const day = (days: number) => new Date(start + days * 86_400_000)
const people = [
  'usr_one',
  'usr_late',
  'usr_a',
  'usr_b',
  'usr_c',
  ...Array.from({ length: 8 }, (_, index) => `usr_race${index}`),
]
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
  await insertMerchants(
    services,
    ['mer_one', 'mer_two', 'mer_a', 'mer_b'].map((id) => ({ id })),
  )
  await insertUsers(
    services,
    people.map((id) => ({ id })),
  )
})

type Drink = { id: string; userId: string; merchantId: string; redeemedAt: Date; status: 'completed' | 'voided' }
const drink = (drinks: readonly Drink[]) => inTransaction(services, (tx) => writeRedemptions(services, tx, drinks))
type Sold = { id: string; userId: string; merchantId: string; createdAt: Date }
const sell = (sold: readonly Sold[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      sold.map((one) => ({ ...one, status: 'active', updatedAt: one.createdAt, affiliateCode: 'SPRING' })),
    ),
  )

async function firstDrinkOf(subscriptionId: string) {
  const [row] = await services.db
    .select({ at: subscriptionAffiliates.firstDrinkAt })
    .from(subscriptionAffiliates)
    .where(eq(subscriptionAffiliates.subscriptionId, subscriptionId))
  return row?.at
}

async function compareWithRows(): Promise<void> {
  const { rows } = await services.db.execute<Record<string, unknown>>(sql`
    select subscription_id from ${subscriptionAffiliates} own where first_drink_at is distinct from (
      select min(redeemed_at) from redemptions drunk where drunk.user_id = own.user_id
        and drunk.merchant_id = own.merchant_id and drunk.redeemed_at >= own.started_at and drunk.status = 'completed')`)
  expect(rows).toEqual([])
}

it('is the first completed redemption at that merchant since the start', async () => {
  const who = { userId: 'usr_one', merchantId: 'mer_one' }
  await sell([{ ...who, id: 'sub_one', createdAt: day(3) }])
  const early = { ...who, id: 'red_early', redeemedAt: day(2), status: 'completed' } as const
  await drink([early, { ...early, id: 'red_elsewhere', merchantId: 'mer_two', redeemedAt: day(4) }])
  expect(await firstDrinkOf('sub_one')).toBeNull()
  await drink([{ ...early, id: 'red_second', redeemedAt: day(6) }])
  expect(await firstDrinkOf('sub_one')).toEqual(day(6))
  const first = { ...early, id: 'red_first', redeemedAt: day(3) }
  await drink([first])
  expect(await firstDrinkOf('sub_one')).toEqual(day(3))
  await drink([{ ...first, status: 'voided' }])
  expect(await firstDrinkOf('sub_one')).toEqual(day(6))
  await drink([{ ...first, id: 'red_second', redeemedAt: day(6), status: 'voided' }])
  expect(await firstDrinkOf('sub_one')).toBeNull()
})

it('is found if the redemption was written before the subscription', async () => {
  const who = { userId: 'usr_late', merchantId: 'mer_one' }
  await drink([{ ...who, id: 'red_known', redeemedAt: day(9), status: 'completed' }])
  await sell([{ ...who, id: 'sub_late', createdAt: day(8) }])
  expect(await firstDrinkOf('sub_late')).toEqual(day(9))
})

it('matches the redemptions, whatever is written in which order', async () => {
  const person = { userId: fc.constantFrom('usr_a', 'usr_b', 'usr_c'), merchantId: fc.constantFrom('mer_a', 'mer_b') }
  const at = fc.integer({ min: 0, max: 40 }).map(day)
  const drinks = fc.record({
    ...person,
    redeemedAt: at,
    status: fc.constantFrom('completed' as const, 'voided' as const),
  })
  const sold = fc.record({ ...person, createdAt: at })
  const [moreDrinks, moreSold] = [
    fc.sample(drinks, { numRuns: 60, seed: 4 }),
    fc.sample(sold, { numRuns: 20, seed: 4 }),
  ]
  for (let step = 0; step < 20; step += 1) {
    const written = moreDrinks
      .slice(step * 3, step * 3 + 3)
      .map((one, index) => ({ ...one, id: `red_${step}_${index}` }))
    const again = written.map((one) => ({ ...one, status: step % 2 ? ('completed' as const) : ('voided' as const) }))
    await drink(written)
    await sell(moreSold.slice(step, step + 1).map((one) => ({ ...one, id: `sub_${step}` })))
    await drink(again)
    await compareWithRows()
  }
})

it('is known when a subscription and a redemption are written concurrently', async () => {
  for (let round = 0; round < 8; round += 1) {
    const who = { userId: `usr_race${round}`, merchantId: 'mer_one' }
    await Promise.all([
      sell([{ ...who, id: `sub_race${round}`, createdAt: day(1) }]),
      drink([{ ...who, id: `red_race${round}`, redeemedAt: day(2), status: 'completed' }]),
    ])
  }
  await compareWithRows()
})

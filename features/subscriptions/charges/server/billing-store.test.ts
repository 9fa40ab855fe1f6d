import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { subscriptionChargeMonths, subscriptionCharges } from '../../server/tables'
import { compactChargeMonths } from './billing-store'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

type Charge = Pick<typeof subscriptionCharges.$inferInsert, 'merchantId' | 'currency' | 'amountMinor' | 'periodStart'>
const anyCharge: fc.Arbitrary<Charge> = fc.record({
  merchantId: fc.constantFrom('mer_a', 'mer_b', 'mer_c'),
  currency: fc.constantFrom('usd', 'eur'),
  amountMinor: fc.integer({ min: -500, max: 5_000 }),
  periodStart: fc.date({
    min: new Date('2025-12-31T00:00:00Z'),
    max: new Date('2026-03-02T00:00:00Z'),
    noInvalidDate: true,
  }),
})
let made = 0
const complete = (charge: Charge) => ({
  ...charge,
  subscriptionId: `sub_${(made += 1)}`,
  periodEnd: charge.periodStart,
  recordedAt: charge.periodStart,
})

async function compareWithRows(): Promise<void> {
  const { rows: counted } = await services.db.execute<Record<string, unknown>>(sql`
    select month::text, merchant_id, currency, sum(amount_minor)::text as amount, sum(count)::text as count
    from ${subscriptionChargeMonths} group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`)
  const { rows: read } = await services.db.execute<Record<string, unknown>>(sql`
    select date_trunc('month', period_start at time zone 'UTC')::date::text as month, merchant_id, currency,
      sum(amount_minor)::text as amount, count(*)::text as count
    from ${subscriptionCharges} group by 1, 2, 3 order by 1, 2, 3`)
  expect(counted).toEqual(read)
}

it('monthly sums equal the charges after any insert, update, rollback or delete', async () => {
  const charges = fc.sample(anyCharge, { numRuns: 60, seed: 14 }).map(complete)
  await services.db.insert(subscriptionCharges).values(charges)
  await services.db.insert(subscriptionCharges).values(charges.slice(0, 9)).onConflictDoNothing()
  await compareWithRows()
  await compactChargeMonths(services)
  await compareWithRows()
  await services.db
    .update(subscriptionCharges)
    .set({ amountMinor: 7, merchantId: 'mer_a' })
    .where(eq(subscriptionCharges.currency, 'eur'))
  await services.db.update(subscriptionCharges).set({ userId: null })
  await compareWithRows()
  const back = inTransaction(services, async (tx) => {
    await tx.delete(subscriptionCharges)
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await compareWithRows()
  await services.db.delete(subscriptionCharges).where(eq(subscriptionCharges.merchantId, 'mer_a'))
  await compareWithRows()
})

it('monthly sums get one row per insert and none for columns that they do not contain', async () => {
  const before = await services.db.$count(subscriptionChargeMonths)
  const [one] = fc.sample(anyCharge, { numRuns: 1, seed: 3 }).map(complete)
  if (one) await services.db.insert(subscriptionCharges).values(one)
  await services.db.update(subscriptionCharges).set({ planId: 'pln_1' })
  expect(await services.db.$count(subscriptionChargeMonths)).toBe(before + 1)
})

it('concurrent jobs compact the monthly sums to one row per key', async () => {
  await services.db.insert(subscriptionCharges).values(fc.sample(anyCharge, { numRuns: 20, seed: 8 }).map(complete))
  await Promise.all([compactChargeMonths(services), compactChargeMonths(services), compactChargeMonths(services)])
  await compactChargeMonths(services)
  await compareWithRows()
  const { rows } = await services.db.execute<Record<string, unknown>>(sql`
    select 1 from ${subscriptionChargeMonths} group by month, merchant_id, currency having count(*) > 1 or sum(count) = 0`)
  expect(rows).toEqual([])
})

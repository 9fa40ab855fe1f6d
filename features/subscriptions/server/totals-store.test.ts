import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { addDays, addTotals } from './counter-store'
import { subscriptionDays, subscriptionPlatformDays, subscriptionPlatformTotals, subscriptionTotals } from './tables'
import { compactPlatformCounts } from './totals-store'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const small = fc.integer({ min: -3, max: 3 })
const key = {
  merchantId: fc.constantFrom('mer_a', 'mer_b', 'mer_c'),
  status: fc.constantFrom('active', 'canceled'),
  currency: fc.constantFrom('usd', 'eur'),
}
const anyTotal = fc.record({ ...key, count: small, monthlyMinor: small })
const anyDay = fc.record({
  ...key,
  day: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03'),
  createdCount: small,
  updatedCount: small,
  enteredCount: small,
  enteredMonthlyMinor: small,
})
const keyOf = (row: object) =>
  JSON.stringify(['day', 'merchantId', 'status', 'currency'].map((name) => row[name as never]))
/** Keeps each key once per statement, like the writers. */
const once = <T extends object>(rows: readonly T[]) => [...new Map(rows.map((row) => [keyOf(row), row])).values()]

async function compareWithMerchants(): Promise<void> {
  const totals = sql`select status, currency, sum(count)::int as count, sum(monthly_minor)::int as monthly`
  const rest = sql`group by 1, 2 having sum(count) <> 0 or sum(monthly_minor) <> 0 order by 1, 2`
  const [all, each] = [
    await services.db.execute<Record<string, unknown>>(sql`${totals} from ${subscriptionPlatformTotals} ${rest}`),
    await services.db.execute<Record<string, unknown>>(sql`${totals} from ${subscriptionTotals} ${rest}`),
  ]
  expect(all.rows).toEqual(each.rows)
  const days = sql`select day::text, status, currency, sum(created_count)::int as created, sum(updated_count)::int as updated,
    sum(entered_count)::int as entered, sum(entered_monthly_minor)::int as monthly`
  const some = sql`group by 1, 2, 3 having sum(created_count) <> 0 or sum(updated_count) <> 0 or sum(entered_count) <> 0
    or sum(entered_monthly_minor) <> 0 order by 1, 2, 3`
  const [allDays, eachDay] = [
    await services.db.execute<Record<string, unknown>>(sql`${days} from ${subscriptionPlatformDays} ${some}`),
    await services.db.execute<Record<string, unknown>>(sql`${days} from ${subscriptionDays} ${some}`),
  ]
  expect(allDays.rows).toEqual(eachDay.rows)
}

it('platform sums equal the merchants’ counters after any write, rollback or removal', async () => {
  const [totals, days] = [fc.sample(anyTotal, { numRuns: 40, seed: 6 }), fc.sample(anyDay, { numRuns: 60, seed: 6 })]
  for (let step = 0; step < 4; step += 1) {
    await inTransaction(services, async (tx) => {
      await addTotals(tx, once(totals.slice(step * 10, step * 10 + 10)))
      await addDays(tx, once(days.slice(step * 15, step * 15 + 15)))
    })
    await compareWithMerchants()
    if (step === 1) await compactPlatformCounts(services)
    await compareWithMerchants()
  }
  const back = inTransaction(services, async (tx) => {
    await tx.update(subscriptionDays).set({ createdCount: 9 })
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await services.db.update(subscriptionDays).set({ day: '2026-03-09' }).where(eq(subscriptionDays.day, '2026-03-02'))
  await services.db.delete(subscriptionTotals).where(eq(subscriptionTotals.merchantId, 'mer_b'))
  await services.db.delete(subscriptionDays).where(eq(subscriptionDays.merchantId, 'mer_b'))
  await compareWithMerchants()
})

it('platform sums have one row per key after the job, and a write without a change adds none', async () => {
  await compactPlatformCounts(services)
  expect(await services.db.$count(subscriptionPlatformTotals)).toBeLessThanOrEqual(4)
  expect(await services.db.$count(subscriptionPlatformDays)).toBeLessThanOrEqual(12)
  const before = await services.db.$count(subscriptionPlatformDays)
  await services.db.update(subscriptionDays).set({ createdCount: sql`created_count` })
  expect(await services.db.$count(subscriptionPlatformDays)).toBe(before)
  await compareWithMerchants()
})

import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertCharge, insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { chargeHolds } from '../../server/tables'
import { recordCharges } from './record-charges'
import { chargeBillings } from './tables'

const run = (name: string) => {
  const file = new URL(`../../../../database/migrations/${name}/migration.sql`, import.meta.url)
  return services.db.execute(sql.raw(readFileSync(file, 'utf8')))
}
const migrate = () => run('20261127151504_hold_earlier_overlaps')
const listPaid = () => run('20261127192534_review_paid_overlaps')

let services: TestServices
const day = (number: number) => new Date(Date.UTC(2026, 2, number))
const held = async () =>
  (await services.db.select().from(chargeHolds))
    .map(({ subscriptionId, periodStart }) => `${subscriptionId} ${periodStart.toISOString().slice(0, 10)}`)
    .toSorted()
const period = (first: number, last: number, details: object = {}) => ({
  subscriptionId: 'sub_1',
  merchantId: 'mer_a',
  periodStart: day(first),
  periodEnd: day(last),
  recordedAt: day(first),
  ...details,
})

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  await insertMerchant(services, { id: 'mer_a' })
})

it('holds charges that would be held today when they are recorded', async () => {
  const start = fc.record({ first: fc.nat(80), days: fc.integer({ min: 1, max: 40 }), pass: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(start, { maxLength: 12, selector: ({ first, pass }) => `${pass} ${first}` }),
      async (all) => {
        await services.database.truncate()
        for (const [index, { first, days, pass }] of all.entries()) {
          const details = { subscriptionId: `sub_${pass}`, recordedAt: day(200 + index), planId: null, userId: null }
          const charge = { ...period(first, first + days, details), ...details, amountMinor: 2_900, currency: 'usd' }
          await inTransaction(services, (tx) => recordCharges(tx, [charge]))
        }
        const expected = await held()
        await services.db.delete(chargeHolds)
        await migrate()
        expect(await held()).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})

it('holds the unpaid charge in either order, but no billed, paid, decided or proration charge', async () => {
  const payout = await insertPayout(services, { merchantId: 'mer_a' })
  const payoutId = payout.id
  // The second was paid although the first arrived before it.
  await insertCharge(services, period(1, 32))
  await insertCharge(services, period(15, 46, { payoutId }))
  for (const subscriptionId of ['sub_billed', 'sub_paid', 'sub_decided', 'sub_proration', 'sub_final'])
    await insertCharge(services, period(1, 32, { subscriptionId, ...(subscriptionId === 'sub_paid' && { payoutId }) }))
  const second = (subscriptionId: string, details: object = {}) => period(15, 46, { subscriptionId, ...details })
  await insertCharge(services, second('sub_billed'))
  const billed = { source: 'in_1', isProration: false, amountMinor: 1_000, listMinor: 2_900, currency: 'usd' }
  await services.db.insert(chargeBillings).values({ ...second('sub_billed'), ...billed, billedAt: day(15) })
  await insertCharge(services, second('sub_paid', { payoutId }))
  await insertCharge(services, second('sub_proration', { isProration: true }))
  await insertCharge(services, second('sub_decided'))
  await insertCharge(services, second('sub_final'))
  const overlap = { reason: 'overlap', createdAt: day(15) } as const
  await services.db.insert(chargeHolds).values([
    { ...second('sub_decided'), ...overlap, releasedAt: day(16) },
    // A charge that is never paid does not block the other one.
    { ...period(1, 32, { subscriptionId: 'sub_final' }), ...overlap, withheldAt: day(16) },
  ])
  await migrate()
  await migrate()
  expect((await held()).filter((one) => !/decided|final/.test(one))).toEqual(['sub_1 2026-03-01'])
  expect(await held()).toHaveLength(3)
})

it('lists the later recorded of two overlapping charges for review if both were paid out', async () => {
  const { id: payoutId } = await insertPayout(services, { merchantId: 'mer_a', status: 'confirmed' })
  const pair = async (subscriptionId: string, first: object = {}, second: object = {}) => {
    await insertCharge(services, period(1, 32, { subscriptionId, payoutId, ...first }))
    return insertCharge(services, period(15, 46, { subscriptionId, payoutId, ...second }))
  }
  await pair('sub_twice')
  await pair('sub_recorded_first', { recordedAt: day(60) })
  await pair('sub_next', {}, { periodStart: day(32), periodEnd: day(60) })
  await pair('sub_unpaid', {}, { payoutId: undefined })
  await pair('sub_free', {}, { amountMinor: 0 })
  await pair('sub_proration', {}, { isProration: true })
  const billed = await pair('sub_billed')
  const amounts = { source: 'in_1', isProration: false, amountMinor: 1_000, listMinor: 2_900, currency: 'usd' }
  const { subscriptionId, periodStart, periodEnd } = billed
  await services.db
    .insert(chargeBillings)
    .values({ subscriptionId, periodStart, periodEnd, ...amounts, billedAt: day(15) })
  const decided = { ...(await pair('sub_decided')), reason: 'overlap', createdAt: day(15) } as const
  await services.db.insert(chargeHolds).values({ ...decided, releasedAt: day(16) })
  await listPaid()
  await listPaid()
  const reviewed = await services.db.select().from(chargeHolds)
  expect(
    reviewed
      .filter(({ reason }) => reason === 'paid_overlap')
      .map((row) => `${row.subscriptionId} ${row.periodStart.toISOString().slice(0, 10)}`)
      .toSorted(),
  ).toEqual(['sub_recorded_first 2026-03-01', 'sub_twice 2026-03-15'])
})

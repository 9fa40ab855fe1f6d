import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { billingIntervals, subscriptionStatuses } from '../contract'
import { counterDeltas } from './counter-deltas'
import { readTotals } from './read-totals'
import {
  merchantSubscriptionStats,
  subscriptionDays,
  subscriptionPlanTotals,
  subscriptions,
  subscriptionTotals,
} from './tables'
import { writeSubscriptions } from './write-subscriptions'
import type { SubscriptionWrite } from './write-subscriptions'

let services: TestServices
const now = new Date('2026-03-10T12:00:00Z')
const zone = 'America/Los_Angeles'
const merchantIds = ['mer_a', 'mer_b', 'mer_c']

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
})
afterEach(() => services.database.truncate())

const begin = () =>
  insertMerchants(
    services,
    merchantIds.map((id) => ({ id })),
  )
const write = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
const build = (details: Partial<SubscriptionWrite> = {}): SubscriptionWrite => ({
  id: 'sub_1',
  merchantId: 'mer_a',
  status: 'active',
  amountMinor: 1_000,
  createdAt: now,
  updatedAt: now,
  ...details,
})

const anyWrite = fc.record({
  id: fc.integer({ min: 1, max: 12 }).map((number) => `sub_${number}`),
  merchantId: fc.constantFrom(...merchantIds),
  planId: fc.constantFrom('pln_a', 'pln_b', null),
  status: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.option(fc.nat(50_000)),
  currency: fc.constantFrom('usd', 'eur', null),
  interval: fc.constantFrom(...billingIntervals, null),
  intervalCount: fc.constantFrom(1, 2, 0, null),
  createdAt: fc.integer({ min: 0, max: 90 * 24 }).map((hours) => new Date(now.getTime() - hours * 3_600_000)),
  updatedAt: fc.integer({ min: 0, max: 60 * 24 }).map((hours) => new Date(now.getTime() - hours * 3_600_000)),
})

/** Rebuilds the counters from the rows. Entries cannot be rebuilt, but their sums must equal the levels. */
async function compareWithRows(): Promise<void> {
  const { db } = services
  const rows = await db.select().from(subscriptions)
  const images = rows.map((row) => ({ before: null, after: { ...row, currency: row.billingCurrency } }))
  const wanted = counterDeltas(images, zone)
  const keyOf = (...parts: string[]) => parts.join(' ')
  const totals = (await db.select().from(subscriptionTotals)).filter((row) => row.count !== 0 || row.monthlyMinor !== 0)
  const sorted = <T extends { merchantId: string; status: string; currency: string }>(list: T[]) =>
    list.toSorted((a, b) =>
      keyOf(a.merchantId, a.status, a.currency) < keyOf(b.merchantId, b.status, b.currency) ? -1 : 1,
    )
  expect(sorted(totals)).toEqual(sorted(wanted.totals))
  const plans = (await db.select().from(subscriptionPlanTotals)).filter((row) => row.count !== 0)
  const cells = (list: typeof plans) =>
    list
      .map((row) =>
        [keyOf(row.merchantId, row.planId, row.status, row.currency), row.count, row.monthlyMinor].join(' '),
      )
      .toSorted()
  expect(cells(plans)).toEqual(cells(wanted.plans))
  const days = await db.select().from(subscriptionDays)
  const counted = (
    list: {
      day: string
      merchantId: string
      status: string
      currency: string
      createdCount: number
      updatedCount: number
    }[],
  ) =>
    list
      .filter((row) => row.createdCount !== 0 || row.updatedCount !== 0)
      .map((row) =>
        [keyOf(row.day, row.merchantId, row.status, row.currency), row.createdCount, row.updatedCount].join(' '),
      )
      .toSorted()
  expect(counted(days)).toEqual(counted(wanted.days))
  for (const total of await db.select().from(subscriptionTotals)) {
    const own = days.filter(
      (day) =>
        keyOf(day.merchantId, day.status, day.currency) === keyOf(total.merchantId, total.status, total.currency),
    )
    expect(own.reduce((sum, day) => sum + day.enteredCount, 0)).toBe(total.count)
    expect(own.reduce((sum, day) => sum + day.enteredMonthlyMinor, 0)).toBe(total.monthlyMinor)
  }
  for (const stats of await db.select().from(merchantSubscriptionStats)) {
    const own = rows.filter((row) => row.merchantId === stats.merchantId)
    const active = own.filter((row) => row.status === 'active')
    expect(stats).toMatchObject({
      totalSubscribers: own.filter((row) => row.status !== 'canceled').length,
      activeSubscribers: active.length,
      monthlyRevenueMinor: active
        .filter((row) => row.billingCurrency === stats.currency)
        .reduce((sum, row) => sum + row.monthlyMinor, 0),
    })
  }
}

describe('writing subscriptions', () => {
  it('§3 stores the resolved price beside the input', async () => {
    await begin()
    await write([
      build({
        amountMinor: null,
        priceDetails: { amount: 650, currency: 'EUR', interval: 'week' },
        createdAt: 1_767_323_045,
        updatedAt: null,
      }),
    ])
    const [row] = await services.db.select().from(subscriptions)
    expect(row).toMatchObject({
      amountMinor: null,
      monthlyMinor: 2_816,
      billingCurrency: 'eur',
      updatedAt: new Date(0),
    })
    expect(row?.createdAt.toISOString()).toBe('2026-01-02T03:04:05.000Z')
  })

  it('moves every counter when a subscription changes status, price, merchant and currency', async () => {
    await begin()
    await write([build(), build({ id: 'sub_2', amountMinor: 500 })])
    expect(await write([build({ merchantId: 'mer_b', status: 'canceled', currency: 'eur', amountMinor: 70 })])).toEqual(
      { created: 0, updated: 1 },
    )
    await compareWithRows()
    const totals = await services.db.select().from(subscriptionTotals)
    expect(totals).toContainEqual({
      merchantId: 'mer_a',
      status: 'active',
      currency: 'usd',
      count: 1,
      monthlyMinor: 500,
    })
    expect(totals).toContainEqual({
      merchantId: 'mer_b',
      status: 'canceled',
      currency: 'eur',
      count: 1,
      monthlyMinor: 70,
    })
  })

  it('counts a row once that occurs twice in a batch or in two batches', async () => {
    await begin()
    await write([build({ status: 'trialing' }), build()])
    await write([build()])
    expect(await services.db.select().from(subscriptionTotals)).toEqual([
      { merchantId: 'mer_a', status: 'active', currency: 'usd', count: 1, monthlyMinor: 1_000 },
    ])
  })

  it('§G35 keeps the counters equal to the rows through any writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyWrite, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        async (batches) => {
          await services.database.truncate()
          await begin()
          for (const batch of batches) await write(batch)
          await compareWithRows()
        },
      ),
      { numRuns: 12 },
    )
  })

  it('§G35 keeps them equal among parallel writers of the same rows', async () => {
    await begin()
    const batches = fc.sample(fc.array(anyWrite, { minLength: 6, maxLength: 12 }), { numRuns: 12, seed: 7 })
    await Promise.all(batches.map((batch) => write(batch)))
    await compareWithRows()
  })

  it('§G35 undoes everything when the transaction fails', async () => {
    await begin()
    await expect(write([build({ merchantId: 'mer_missing' })])).rejects.toThrow('Failed query')
    expect(await services.db.select().from(subscriptionTotals)).toEqual([])
  })

  it('§G2 counts days in the platform zone', async () => {
    await begin()
    await write([build({ createdAt: new Date('2026-03-10T06:59:00Z'), updatedAt: new Date('2026-03-10T07:01:00Z') })])
    const days = await services.db.select().from(subscriptionDays).orderBy(subscriptionDays.day)
    expect(days.map(({ day, createdCount, updatedCount }) => [day, createdCount, updatedCount])).toEqual([
      ['2026-03-09', 1, 0],
      ['2026-03-10', 0, 1],
    ])
  })
})

describe('totals', () => {
  it('have the levels of the last 31 days, the churn and whether earlier data exist', async () => {
    services.clock.set(now)
    await begin()
    const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const scope = merchantScope(await asAdmin(services))
    await write([build({ createdAt: at(10), updatedAt: at(10) })])
    expect((await readTotals(services, scope)).isCompared).toBe(false)
    await write([
      build({ id: 'sub_2', createdAt: at(60), updatedAt: at(60) }),
      build({ id: 'sub_3', merchantId: 'mer_b', createdAt: at(50), updatedAt: at(50) }),
    ])
    await write([build({ id: 'sub_3', merchantId: 'mer_b', status: 'canceled', createdAt: at(50), updatedAt: at(5) })])
    const totals = await readTotals(services, scope)
    expect(totals).toMatchObject({
      isCompared: true,
      churned: 1,
      averageChurnPercent: 50,
      count: { active: 2, canceled: 1 },
    })
    expect(totals.churnRate).toBeCloseTo(100 / 3)
    expect(totals.activeLevels).toHaveLength(31)
    expect([totals.activeLevels[0], totals.activeLevels[20], totals.activeLevels[24], totals.activeLevels[30]]).toEqual(
      [2, 3, 3, 2],
    )
    expect(totals.revenueLevels).toEqual([
      { currency: 'usd', amountMinor: 2_000, levels: totals.activeLevels.map((level) => level * 1_000) },
    ])
  })
})

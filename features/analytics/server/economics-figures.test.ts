import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { billingIntervals, subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { monthlyAmountMinor, resolvePrice, sumByCurrency } from '@quaff/features/subscriptions/rules'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { comparedWindow, dayKeyIn, inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { Churn, ChurnBucket } from '../economics-contract'
import { countDays, decideRange, lastDays, previousDays, windowOf, type DayRange } from '../range-rules'
import { getChurn, getStartDates } from './read-churn'
import { getPlanRevenue, listTopMerchants } from './read-revenue'
import { refreshAnalytics } from './refresh-analytics'

type Row = typeof subscriptions.$inferSelect

/** The clocks there went forward two days before `now`. */
const zone = 'America/New_York'
const now = new Date('2026-03-10T12:00:00Z')
const today = '2026-03-10'
const merchantIds = ['mer_a', 'mer_b', 'mer_empty']
const planIds = ['pln_1', 'pln_2']
let services: TestServices
let plays = 0
let admin: UserActor

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
})

const anyTime = fc.oneof(
  fc.integer({ min: -120 * 24 * 60, max: 3 * 24 * 60 }).map((minutes) => new Date(now.getTime() + minutes * 60_000)),
  fc.constant(null),
)
const anyWrite = fc.record({
  id: fc.integer({ min: 1, max: 25 }).map((number) => `sub_${number}`),
  merchantId: fc.constantFrom('mer_a', 'mer_b'),
  planId: fc.constantFrom('pln_1', 'pln_2', 'pln_gone', null),
  status: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.option(fc.oneof(fc.nat(50_000), fc.constant(2_147_483_647))),
  currency: fc.constantFrom('usd', 'EUR', 'jpy', null),
  interval: fc.constantFrom(...billingIntervals, null),
  intervalCount: fc.constantFrom(1, 2, 0, -1, null),
  createdAt: anyTime,
  updatedAt: anyTime,
})
const anyBatches = fc.array(fc.uniqueArray(anyWrite, { selector: ({ id }) => id, minLength: 1, maxLength: 20 }), {
  minLength: 1,
  maxLength: 3,
})
const anyRange = fc
  .oneof(fc.constantFrom(7, 30, 90), fc.integer({ min: 1, max: 1_200 }))
  .map((days) => lastDays(today, days))

const dayOf = (at: Date) => dayKeyIn(zone, at)
const readRows = () => services.db.select().from(subscriptions)
const monthlyOf = (row: Row) => ({
  amountMinor: monthlyAmountMinor(resolvePrice(row)),
  currency: resolvePrice(row).currency,
})

/** Starts and ends of active subscriptions, as the changes of each write. */
type Entry = { merchantId: string; day: string; change: 1 | -1 }
async function play(batches: readonly SubscriptionWrite[][]): Promise<Entry[]> {
  await services.database.truncate()
  // Another moment, so that no remembered answer is given.
  services.clock.set(new Date(now.getTime() + 360_000 * (plays += 1)))
  admin = await asAdmin(services)
  await insertMerchants(
    services,
    merchantIds.map((id) => ({ id, name: `Venue ${id}` })),
  )
  for (const id of planIds) await insertPlan(services, { id, merchantId: 'mer_a', name: `Plan ${id}` })
  const entries: Entry[] = []
  let before = new Map<string, Row>()
  for (const batch of batches) {
    await inTransaction(services, (tx) => writeSubscriptions(services, tx, batch))
    const after = new Map((await readRows()).map((row) => [row.id, row]))
    for (const [id, row] of after) entries.push(...entriesOf(before.get(id), row))
    before = after
  }
  await refreshAnalytics(services)
  return entries
}

function entriesOf(before: Row | undefined, after: Row): Entry[] {
  if (before && JSON.stringify(before) === JSON.stringify(after)) return []
  const day = dayOf(before ? after.updatedAt : after.createdAt)
  return [
    ...(before?.status === 'active' ? [{ merchantId: before.merchantId, day, change: -1 as const }] : []),
    ...(after.status === 'active' ? [{ merchantId: after.merchantId, day, change: 1 as const }] : []),
  ]
}

const rateOf = (canceled: number, active: number) =>
  canceled + active === 0 ? 0 : (canceled / (active + canceled)) * 100
const canceledWithin = (rows: readonly Row[], { from, to }: DayRange) =>
  rows.filter(({ status, updatedAt }) => status === 'canceled' && dayOf(updatedAt) >= from && dayOf(updatedAt) <= to)
    .length

function expectChurn(buckets: readonly ChurnBucket[], rows: readonly Row[], activeAt: (day: string) => number): void {
  for (const bucket of buckets) {
    const canceled = canceledWithin(rows, bucket)
    const active = activeAt(bucket.to)
    expect(bucket).toEqual({ from: bucket.from, to: bucket.to, canceled, active, rate: rateOf(canceled, active) })
  }
}

/** Compares a running range with the same part of the previous window. Undefined if that part is not fully recorded. */
function expectBefore(
  { previous }: Churn,
  rows: readonly Row[],
  activeAt: (day: string) => number,
  range: DayRange,
): void {
  if (!previous) return
  const decided = decideRange(range, dayOf(now))
  const days = decided.ok ? decided.days : range
  const before = previousDays(days)
  const { from, to } = comparedWindow(zone, windowOf(zone, days), services.clock.now(), countDays(days))
  const canceled = rows.filter(
    ({ status, updatedAt }) => status === 'canceled' && updatedAt >= from && updatedAt < to,
  ).length
  const active = activeAt(before.to)
  expect(previous).toEqual({ ...before, canceled, active, rate: rateOf(canceled, active) })
}

describe('figures of the economics, of whatever was written', () => {
  it('are those of the rows, over all merchants, of one and of a plan', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, anyRange, async (batches, range) => {
        const entries = await play(batches)
        const ctx = contextAs(services, admin)
        const rows = await readRows()
        for (const merchantId of [undefined, ...merchantIds]) {
          const isOwn = (row: { merchantId: string }) => merchantId === undefined || row.merchantId === merchantId
          const own = rows.filter(isOwn)
          const active = own.filter(({ status }) => status === 'active')

          const { points } = await getStartDates(ctx, { ...range, merchantId })
          expect(points).toEqual(
            points.map(({ date }) => ({ date, count: active.filter((row) => dayOf(row.createdAt) <= date).length })),
          )
          const churn = await getChurn(ctx, { ...range, merchantId })
          const activeAt = (day: string) =>
            entries.filter((entry) => isOwn(entry) && entry.day <= day).reduce((sum, { change }) => sum + change, 0)
          expectChurn([...churn.buckets, churn.total], own, activeAt)
          expectBefore(churn, own, activeAt, range)

          const revenue = await getPlanRevenue(ctx, { ...range, merchantId })
          expect(revenue.totals).toEqual(sumByCurrency(active.map(monthlyOf)))
          expect(sumByCurrency(revenue.rows.map(({ monthly }) => monthly))).toEqual(revenue.totals)
          for (const { planId, monthly, active: count } of revenue.rows) {
            const sold = active.filter((row) => row.planId === planId && monthlyOf(row).currency === monthly.currency)
            expect([count, monthly]).toEqual([sold.length, ...sumByCurrency(sold.map(monthlyOf))])
          }
        }
        for (const planId of planIds) {
          const own = rows.filter((row) => row.planId === planId && row.merchantId === 'mer_a')
          const sold = own.filter(({ status }) => status === 'active')
          expect((await getPlanRevenue(ctx, { ...range, planId })).totals).toEqual(sumByCurrency(sold.map(monthlyOf)))
          const { points } = await getStartDates(ctx, { ...range, planId })
          expect(points.map(({ count }) => count)).toEqual(
            points.map(({ date }) => sold.filter((row) => dayOf(row.createdAt) <= date).length),
          )
          const churn = await getChurn(ctx, { ...range, planId, merchantId: 'mer_a' })
          const wasActive = (row: Row, day: string) =>
            dayOf(row.createdAt) <= day &&
            (row.status === 'active' || (row.status === 'canceled' && dayOf(row.updatedAt) > day))
          const activeAt = (day: string) => own.filter((row) => wasActive(row, day)).length
          expectChurn([...churn.buckets, churn.total], own, activeAt)
          expectBefore(churn, own, activeAt, range)
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  it('rank merchants by what they earn in one currency, or by who subscribes', async () => {
    await fc.assert(
      fc.asyncProperty(anyBatches, anyRange, fc.constantFrom('usd', 'eur', 'jpy'), async (batches, range, currency) => {
        const entries = await play(batches)
        const rows = await readRows()
        const ctx = contextAs(services, admin)
        const activeOf = (merchantId: string) =>
          rows.filter((row) => row.merchantId === merchantId && row.status === 'active')
        for (const by of ['revenue', 'subscribers'] as const) {
          const { rows: top } = await listTopMerchants(ctx, { ...range, by, currency })
          const amountOf = (merchantId: string) =>
            sumByCurrency(activeOf(merchantId).map(monthlyOf)).find((one) => one.currency === currency)?.amountMinor ??
            0
          const scoreOf = by === 'revenue' ? amountOf : (merchantId: string) => activeOf(merchantId).length
          expect(new Set(top.map((row) => row.merchantId))).toEqual(
            new Set(merchantIds.filter((id) => scoreOf(id) > 0)),
          )
          const scores = top.map((row) => scoreOf(row.merchantId))
          expect(scores).toEqual(scores.toSorted((one, other) => other - one))
          for (const row of top) {
            const own = rows.filter(({ merchantId }) => merchantId === row.merchantId)
            const canceled = canceledWithin(own, range)
            const atEnd = entries
              .filter(({ merchantId, day }) => merchantId === row.merchantId && day <= range.to)
              .reduce((sum, { change }) => sum + change, 0)
            expect(row).toEqual({
              merchantId: row.merchantId,
              name: `Venue ${row.merchantId}`,
              canceled,
              subscribers: activeOf(row.merchantId).length,
              churnRate: rateOf(canceled, atEnd),
              monthlyRevenue: sumByCurrency(activeOf(row.merchantId).map(monthlyOf)),
              monthlyMinor: amountOf(row.merchantId),
            })
          }
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { billingIntervals, subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { comparedWindow, dayKeyIn, inTransaction, isOnRecord } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { bucketsOf } from '../overview-rules'
import { countDays, lastDays, previousDays, windowOf, type DayRange } from '../range-rules'
import { getOverview } from './get-overview'
import { refreshAnalytics } from './refresh-analytics'

/** Two zones change their clocks within these days, one has a half-hour offset, one is beyond twelve hours. */
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'UTC',
] as const
const now = new Date('2026-03-29T12:00:00Z')
const merchantIds = ['mer_a', 'mer_b']
const opened: TestServices[] = []
afterAll(() => Promise.all(opened.map((services) => services.close())))

async function begin(zone: string): Promise<TestServices> {
  const services = await createTestServices({ settings: { timeZone: zone } })
  opened.push(services)
  services.clock.set(now)
  await insertMerchants(
    services,
    [...merchantIds, 'mer_empty'].map((id) => ({ id })),
  )
  await insertPlan(services, { id: 'pln_1', merchantId: 'mer_a' })
  await insertPlan(services, { id: 'pln_2', merchantId: 'mer_b' })
  return services
}

const anyTime = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -60 * 24 * 60, max: 60 }).map(minutesAgo) },
  { weight: 2, arbitrary: fc.integer({ min: -900 * 24 * 60, max: 5 * 24 * 60 }).map(minutesAgo) },
  { weight: 1, arbitrary: fc.constant(new Date(0)) },
)
function minutesAgo(minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
const anyWrite = (index: number) =>
  fc.record<SubscriptionWrite>({
    id: fc.constant(`sub_${index}`),
    merchantId: fc.constantFrom(...merchantIds),
    planId: fc.constantFrom('pln_1', 'pln_2', 'pln_gone', null),
    status: fc.constantFrom(...subscriptionStatuses),
    amountMinor: fc.option(fc.oneof(fc.nat(50_000), fc.constant(2_147_483_647))),
    currency: fc.constantFrom('usd', 'EUR', 'jpy', null),
    interval: fc.constantFrom(...billingIntervals, null),
    intervalCount: fc.constantFrom(1, 2, 0, -1, null),
    createdAt: anyTime,
    updatedAt: anyTime,
  })
const anyRedemption = fc.record<RedemptionWrite>({
  id: fc.uuid().map((id) => `red_${id}`),
  merchantId: fc.constantFrom(...merchantIds),
  planId: fc.constantFrom('pln_1', 'pln_2', null),
  redeemedAt: fc.integer({ min: -400 * 24 * 60, max: 3 * 24 * 60 }).map(minutesAgo),
  status: fc.constantFrom('completed', 'voided'),
})
const ranges: DayRange[] = [
  lastDays('2026-03-29', 7),
  { from: '2026-02-20', to: '2026-03-12' },
  { from: '2025-10-01', to: '2026-03-28' },
  { from: '2016-03-30', to: '2026-03-29' },
]

type PlainDetails = { isPlan: boolean; until: Date }
type Rows = { passes: (typeof subscriptions.$inferSelect)[]; drinks: (typeof redemptions.$inferSelect)[] }

/** The plain rule: a pass is what it is since it began; what was canceled is that since its last change, and of a plan active before. */
function plainFigures({ passes, drinks }: Rows, dayOf: (at: Date) => string, days: DayRange, details: PlainDetails) {
  const { isPlan, until } = details
  const wasActive = ({ status, createdAt, updatedAt }: Rows['passes'][number], day: string) => {
    if (status === 'active') return dayOf(createdAt) <= day
    return isPlan && status === 'canceled' && dayOf(createdAt) <= day && dayOf(updatedAt) > day
  }
  const activeAt = (day: string) => passes.filter((pass) => wasActive(pass, day))
  const levelAt = (wanted: string, day: string) =>
    passes.filter(({ status, createdAt }) => status === wanted && dayOf(createdAt) <= day).length
  // The previous window, up to the part of the current one that has passed.
  const within = (at: Date, range: DayRange) =>
    dayOf(at) >= range.from && dayOf(at) <= range.to && (range !== before || at < until)
  const before = previousDays(days)
  const canceledIn = (range: DayRange) =>
    passes.filter(({ status, updatedAt }) => status === 'canceled' && within(updatedAt, range)).length
  const startedIn = (range: DayRange) => passes.filter(({ createdAt }) => within(createdAt, range)).length
  const drinksIn = (range: DayRange) =>
    drinks.filter(({ status, redeemedAt }) => status === 'completed' && within(redeemedAt, range)).length
  const churnIn = (range: DayRange) => {
    const [stayed, left] = [activeAt(range.to).length, canceledIn(range)]
    return stayed + left === 0 ? null : (left / (stayed + left)) * 100
  }
  const revenueAt = (day: string) => {
    const totals: Record<string, number> = {}
    for (const { billingCurrency, monthlyMinor } of activeAt(day))
      totals[billingCurrency] = (totals[billingCurrency] ?? 0) + monthlyMinor
    return totals
  }
  const buckets = bucketsOf(days)
  const all = <T>(read: (range: DayRange) => T) => ({
    value: read(days),
    previous: read(before),
    points: buckets.map(read),
  })
  return {
    active: all(({ to }) => activeAt(to).length),
    trialing: all(({ to }) => levelAt('trialing', to)),
    pastDue: all(({ to }) => levelAt('past_due', to)),
    started: all(startedIn),
    canceled: all(canceledIn),
    redemptions: all(drinksIn),
    churnRate: all(churnIn),
    revenue: all(({ to }) => revenueAt(to)),
  }
}

describe('the overview', () => {
  it.each(zones)('on the calendar of %s is what a plain rule says of the rows', async (zone) => {
    const services = await begin(zone)
    const writes = fc.tuple(
      fc.tuple(...Array.from({ length: 60 }, (_, index) => anyWrite(index))),
      fc.array(anyRedemption, { minLength: 80, maxLength: 80 }),
    )
    const [passWrites, drinkWrites] = fc.sample(writes, { numRuns: 1, seed: zone.length })[0] ?? [[], []]
    await inTransaction(services, (tx) => writeSubscriptions(services, tx, passWrites))
    await inTransaction(services, (tx) => writeRedemptions(services, tx, drinkWrites))
    const passes = await services.db.select().from(subscriptions)
    const drinks = await services.db.select().from(redemptions)
    expect([passes.length, drinks.length]).toEqual([60, 80])
    const dayOf = rememberDays(zone)
    const admin = contextAs(services, await asAdmin(services))
    const both = contextAs(services, await asOwner(services, merchantIds))
    const requested = [
      { ctx: admin, input: {} },
      { ctx: both, input: {} },
      ...merchantIds.map((merchantId) => ({ ctx: admin, input: { merchantId } })),
      { ctx: admin, input: { planId: 'pln_1' } },
      { ctx: both, input: { merchantId: 'mer_b', planId: 'pln_2' } },
    ]
    for (const { ctx, input } of requested) {
      const { merchantId, planId }: { merchantId?: string; planId?: string } = input
      const isRequested = (row: { merchantId: string; planId: string | null }) =>
        // Other merchants name this plan too, on rows that are not its own.
        (planId === undefined ||
          (row.planId === planId && row.merchantId === (planId === 'pln_1' ? 'mer_a' : 'mer_b'))) &&
        (merchantId === undefined || row.merchantId === merchantId)
      const rows = { passes: passes.filter(isRequested), drinks: drinks.filter(isRequested) }
      for (const days of ranges) {
        const { monthlyRevenue, averageRevenue, recordedSince, ...figures } = await getOverview(ctx, {
          ...input,
          ...days,
          compare: true,
        })
        const before = comparedWindow(zone, windowOf(zone, days), now, countDays(days))
        expect(figures.previousWindow).toEqual(before)
        expect([figures.active.previous, figures.redemptions.previous].map((previous) => previous !== null)).toEqual([
          isOnRecord(zone, before, recordedSince.subscriptions),
          isOnRecord(zone, before, recordedSince.redemptions),
        ])
        const { revenue, ...plain } = plainFigures(rows, dayOf, days, {
          isPlan: planId !== undefined,
          until: before.to,
        })
        const since = recordedSince.redemptions && dayOf(recordedSince.redemptions)
        const redeemed = withoutMissing(plain.redemptions, days, since)
        expect({ zone, input, days, ...figures }).toMatchObject({
          zone,
          input,
          days,
          ...withUnknown({ ...plain, redemptions: redeemed }, figures),
        })
        for (const { currency, value, previous, points } of monthlyRevenue) {
          expect([currency, value]).toEqual([currency, revenue.value[currency] ?? 0])
          if (previous !== null) expect(previous).toBe(revenue.previous[currency] ?? 0)
          expect(points).toEqual(revenue.points.map((totals) => totals[currency] ?? 0))
        }
        expect(Object.keys(revenue.value).sort()).toEqual(
          monthlyRevenue
            .filter(({ value, currency }) => value !== 0 || currency in revenue.value)
            .map(({ currency }) => currency)
            .sort(),
        )
        expect(averageRevenue.map(({ currency }) => currency)).toEqual(monthlyRevenue.map(({ currency }) => currency))
      }
    }
  })
})

/** Caches day keys, because every point of every figure needs the same few instants. */
function rememberDays(zone: string) {
  const known = new Map<number, string>()
  return (at: Date): string => {
    const day = known.get(at.getTime()) ?? dayKeyIn(zone, at)
    known.set(at.getTime(), day)
    return day
  }
}

/** Days before the first redemption on record have no figure. */
function withoutMissing<T extends { value: number; points: number[] }>(
  figure: T,
  days: DayRange,
  since: string | null,
) {
  const isMissing = ({ to }: DayRange) => since !== null && to < since
  return {
    ...figure,
    value: isMissing(days) ? null : figure.value,
    points: bucketsOf(days).map((bucket, index) => (isMissing(bucket) ? null : figure.points[index])),
  }
}

/** Removes the previous value if its window is not fully recorded; otherwise the plain rule applies. */
function withUnknown<T extends Record<string, { previous: unknown }>>(
  plain: T,
  figures: Record<keyof T, { previous: unknown }>,
) {
  return Object.fromEntries(
    Object.entries(plain).map(([name, figure]) => [
      name,
      figures[name]?.previous === null ? { ...figure, previous: null } : figure,
    ]),
  )
}

describe('the overview of all merchants', () => {
  it('§0094 is read from live counters, at most fifteen seconds old', async () => {
    const services = await begin('UTC')
    const ctx = contextAs(services, await asAdmin(services))
    const read = async () => {
      const { active, redemptions, measuredAt } = await getOverview(ctx, {
        ...lastDays('2026-03-29', 7),
        compare: false,
      })
      return [active.value, redemptions.value, measuredAt.toISOString()]
    }
    const sold = { merchantId: 'mer_a', status: 'active', amountMinor: 900, createdAt: now, updatedAt: now } as const
    const sell = (id: string) => inTransaction(services, (tx) => writeSubscriptions(services, tx, [{ ...sold, id }]))
    await sell('sub_1')
    await refreshAnalytics(services)
    expect(await read()).toEqual([1, 0, '2026-03-29T12:00:00.000Z'])
    await sell('sub_2')
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [{ id: 'red_1', merchantId: 'mer_a', redeemedAt: now }]),
    )
    services.clock.set(new Date('2026-03-29T12:00:14.999Z'))
    expect(await read()).toEqual([1, 0, '2026-03-29T12:00:00.000Z'])
    services.clock.set(new Date('2026-03-29T12:00:15Z'))
    expect(await read()).toEqual([2, 1, '2026-03-29T12:00:15.000Z'])
  })
})

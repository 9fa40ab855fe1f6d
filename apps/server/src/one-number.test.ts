import { call } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { analyticsRouter } from '@quaff/features/analytics/server'
import { listDays } from '@quaff/features/analytics/testing/day-list-factory'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { plansRouter } from '@quaff/features/plans/server'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { redemptionsRouter, writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptionsRouter, writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { dayKeyIn, inTransaction, shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'

/** The day when clocks go forward, the day when they go back, and a zone without either. */
const moments = [
  ['Europe/Berlin', '2026-03-29T15:18:00Z'],
  ['America/New_York', '2026-11-01T20:18:00Z'],
  ['Asia/Kathmandu', '2026-11-22T09:41:00Z'],
] as const
const minuteMs = 60_000
const opened: TestServices[] = []
afterAll(() => Promise.all(opened.map((services) => services.close())))

const minutesBack = fc.oneof(
  fc.integer({ min: 1, max: 65 * 24 * 60 }),
  fc.integer({ min: 1, max: 26 * 60 }),
  fc.integer({ min: 28 * 24 * 60, max: 32 * 24 * 60 }),
)
const anyPass = fc.record({
  created: minutesBack,
  changed: fc.option(minutesBack),
  first: fc.constantFrom(...subscriptionStatuses),
  last: fc.constantFrom(...subscriptionStatuses),
  merchantId: fc.constantFrom('mer_a', 'mer_b'),
})
const anyDrink = fc.record({
  at: minutesBack,
  merchantId: fc.constantFrom('mer_a', 'mer_b'),
  status: fc.constantFrom('completed', 'completed', 'voided' as const),
})

async function openWorld(zone: string, now: Date, seed: number) {
  const services = await createTestServices({ settings: { timeZone: zone } })
  opened.push(services)
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const [passes, drinks] = fc.sample(
    fc.tuple(
      fc.array(anyPass, { minLength: 90, maxLength: 90 }),
      fc.array(anyDrink, { minLength: 200, maxLength: 200 }),
    ),
    { numRuns: 1, seed },
  )[0] ?? [[], []]
  const began = passes.map(({ created, first, merchantId }, index): SubscriptionWrite => ({
    id: `sub_${index}`,
    merchantId,
    planId: 'pln_a',
    status: first,
    amountMinor: 900,
    createdAt: before(created),
    updatedAt: before(created),
  }))
  // The whole of the 30 days before the last is on record.
  const oldest = { ...began[0], id: 'sub_old', merchantId: 'mer_a', status: 'active' } as SubscriptionWrite
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      ...began,
      ...['mer_a', 'mer_b'].map((merchantId) => ({
        ...oldest,
        id: `sub_${merchantId}`,
        merchantId,
        createdAt: before(70 * 24 * 60),
        updatedAt: before(70 * 24 * 60),
      })),
    ]),
  )
  const changed = began.flatMap((write, index) => {
    const { created, changed: at, last } = passes[index] ?? {}
    return at != null && last !== undefined && at < (created ?? 0)
      ? [{ ...write, status: last, updatedAt: before(at) }]
      : []
  })
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, changed))
  await inTransaction(services, (tx) =>
    writeRedemptions(services, tx, [
      ...drinks.map(({ at, ...drink }, index): RedemptionWrite => ({
        ...drink,
        id: `red_${index}`,
        redeemedAt: before(at),
      })),
      ...['mer_a', 'mer_b'].map((merchantId) => ({
        id: `red_${merchantId}`,
        merchantId,
        redeemedAt: before(70 * 24 * 60),
      })),
    ]),
  )
  return { context: contextAs(services, await asAdmin(services)), zone, now }
}

const percentOf = ({ value, previous }: { value: number | null; previous: number | null }) =>
  value === null || previous === null || previous === 0
    ? null
    : Math.round(((value - previous) / previous) * 1_000) / 10
const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

describe.each(moments)('one question has one number in %s at %s', (zone, at) => {
  it('on tiles, charts and lists', async () => {
    const now = new Date(at)
    const { context } = await openWorld(zone, now, zone.length)
    const today = dayKeyIn(zone, now)
    const dayAgo = (days: number) => dayKeyIn(zone, shiftDaysIn(zone, now, -days))
    const endOf = (day: string) => new Date(shiftDaysIn(zone, startOfDayKeyIn(zone, day), 1).getTime() - 1)
    const range = { from: dayAgo(29), to: today }
    const days = { from: startOfDayKeyIn(zone, range.from), to: endOf(today) }
    const passes = async (filter: object) => (await call(subscriptionsRouter.list, filter, { context })).total
    const drinks = async (filter: object) =>
      (await call(redemptionsRouter.list, { status: 'completed', ...filter }, { context })).total

    const metrics = await call(dashboardRouter.metrics, {}, { context })
    const ofToday = await call(analyticsRouter.overview, { from: today, to: today }, { context })
    expect(ofToday.redemptions.value).toBe(metrics.redemptionsToday)
    expect(await drinks({ from: startOfDayKeyIn(zone, today), to: endOf(today) })).toBe(metrics.redemptionsToday)
    const all = await call(analyticsRouter.overview, range, { context })
    expect(all.active.value).toBe(metrics.activeSubscribers)
    expect(metrics.activeSubscribersChange).toEqual({ percent: percentOf(all.active), source: 'live' })

    const weekAgo = { value: 0, previous: 0 }
    for (const merchantId of ['mer_a', 'mer_b']) {
      const own = { merchantId }
      const [overview, venue, places, hours, live, start, heat, churn, plans, stats, starts] = await Promise.all([
        call(analyticsRouter.overview, { ...range, ...own }, { context }),
        call(dashboardRouter.merchantOverview, own, { context }),
        call(redemptionsRouter.locationInsights, { ...own, days: 30 }, { context }),
        call(redemptionsRouter.hourInsights, { ...own, days: 30 }, { context }),
        call(redemptionsRouter.live, own, { context }),
        call(redemptionsRouter.today, own, { context }),
        call(analyticsRouter.heat, { ...range, ...own }, { context }),
        call(analyticsRouter.churn, { ...range, ...own }, { context }),
        call(plansRouter.list, own, { context }),
        call(subscriptionsRouter.stats, own, { context }),
        call(analyticsRouter.startDates, { ...range, ...own }, { context }),
      ])
      const redeemed = overview.redemptions.value
      expect([venue.redemptions30Days, places.total, sumOf(hours.cells), sumOf(heat.cells)]).toEqual(
        Array.from({ length: 4 }, () => redeemed),
      )
      expect(await drinks({ ...own, ...days })).toBe(redeemed)
      expect(places.previous).toEqual(overview.previousWindow)
      expect(places.rows.reduce((sum, row) => sum + (row.previousCount ?? 0), 0)).toBe(overview.redemptions.previous)
      expect([start.today, start.weekAgo, venue.redemptionWeek.days.at(-1)]).toEqual([
        live.today,
        live.weekAgo,
        live.today,
      ])

      weekAgo.value += live.today
      weekAgo.previous += live.weekAgo ?? 0

      expect(await passes({ ...own, status: 'active' })).toBe(overview.active.value)
      expect([venue.activeSubscribers, starts.points.at(-1)?.count]).toEqual([
        overview.active.value,
        overview.active.value,
      ])
      expect(await passes({ ...own, createdFrom: days.from, createdTo: days.to })).toBe(overview.started.value)
      expect(await passes({ ...own, churned: true })).toBe(venue.churned)
      expect([plans.totals.churnedThisMonth, plans.totals.churnRate, stats.churnRate]).toEqual([
        venue.churned,
        venue.churnRate,
        venue.churnRate,
      ])
      expect([churn.total.canceled, churn.total.rate]).toEqual([venue.churned, venue.churnRate])
      const parts = [...plans.rows, ...(plans.withoutPlan ? [plans.withoutPlan] : [])]
      expect(parts.reduce((sum, { drinks: count }) => sum + count, 0)).toBe(redeemed)
      expect(parts.reduce((sum, { activeSubscribers }) => sum + activeSubscribers, 0)).toBe(venue.activeSubscribers)
      expect([churn.total.canceled, churn.previous?.canceled]).toEqual([
        overview.canceled.value,
        overview.canceled.previous,
      ])
      expect(await passes({ ...own, canceledFrom: days.from, canceledTo: days.to })).toBe(churn.total.canceled)
      expect(churn.buckets.reduce((sum, { canceled }) => sum + canceled, 0)).toBe(churn.total.canceled)

      const past = { from: dayAgo(29), to: dayAgo(9) }
      const then = await call(analyticsRouter.overview, { ...past, ...own }, { context })
      const statusBefore = new Date(endOf(past.to).getTime() + 1)
      expect(listDays(past)).toHaveLength(21)
      for (const [status, figure] of [
        ['active', then.active],
        ['trialing', then.trialing],
      ] as const)
        expect(await passes({ ...own, status, statusBefore })).toBe(figure.value)
    }
    const change = weekAgo.previous === 0 ? { source: 'estimate' } : { percent: percentOf(weekAgo), source: 'live' }
    expect(metrics.redemptionsChange).toMatchObject(change)
  })
})

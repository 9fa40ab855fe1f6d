import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { analyticsRouter } from '@quaff/features/analytics/server'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { plansRouter } from '@quaff/features/plans/server'
import { redemptionsRouter } from '@quaff/features/redemptions/server'
import { subscriptionsRouter } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { usersRouter } from '@quaff/features/users/server'
import { type Context, dayKeyIn, shiftDaysIn, startOfDayIn } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'

let services: TestServices
const zone = 'America/New_York'
/** Zone of the owner's merchant. */
const ownZone = 'Asia/Kathmandu'
let merchantId = ''

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
  await seedDemo(services, { merchants: 20, subscriptions: 400 })
  const [first] = await services.db.select({ merchantId: subscriptions.merchantId }).from(subscriptions)
  merchantId = first?.merchantId ?? ''
  const context = contextAs(services, await asAdmin(services))
  const { version } = await call(merchantsRouter.get, { merchantId }, { context })
  await call(merchantsRouter.update, { merchantId, version, changes: { timeZone: ownZone } }, { context })
})
afterAll(() => services.close())

/** The lists that the tiles lead to, by how many rows they have. */
function totalsOf(context: Context) {
  const count = (answer: { total: number | null }) => answer.total
  return {
    passes: async (filter: object) => count(await call(subscriptionsRouter.list, filter, { context })),
    drinks: async (filter: object) =>
      count(await call(redemptionsRouter.list, { status: 'completed', ...filter }, { context })),
    merchants: async (filter: object) => count(await call(merchantsRouter.list, filter, { context })),
    users: async (filter: object) => count(await call(usersRouter.list, filter, { context })),
  }
}

function times(at: string) {
  const now = services.clock.now()
  const endOfToday = new Date(shiftDaysIn(at, now, 1).getTime() - 1)
  return {
    today: { from: startOfDayIn(at, now), to: endOfToday },
    days30: { from: shiftDaysIn(at, now, -29), to: endOfToday },
    range: { from: dayKeyIn(at, shiftDaysIn(at, now, -29)), to: dayKeyIn(at, now) },
  }
}

async function checkAnalytics(context: Context, own: { merchantId?: string }, at: string) {
  const { passes, drinks } = totalsOf(context)
  const { range, days30 } = times(at)
  const tiles = await call(analyticsRouter.overview, { ...range, ...own }, { context })
  for (const [status, figure] of [
    ['active', tiles.active],
    ['trialing', tiles.trialing],
    ['past_due', tiles.pastDue],
  ] as const)
    expect(await passes({ ...own, status }), status).toBe(figure.value)
  expect(await passes({ ...own, createdFrom: days30.from, createdTo: days30.to })).toBe(tiles.started.value)
  expect(await passes({ ...own, canceledFrom: days30.from, canceledTo: days30.to })).toBe(tiles.canceled.value)
  expect(await drinks({ ...own, ...days30 })).toBe(tiles.redemptions.value)
  const cancellations = await call(analyticsRouter.cancellations, { ...range, ...own }, { context })
  const revenue = await call(analyticsRouter.planRevenue, { ...range, ...own }, { context })
  expect(cancellations.count).toBe(tiles.canceled.value)
  expect(revenue.totals).toEqual(
    tiles.monthlyRevenue
      .filter(({ value }) => value !== 0)
      .map(({ value, currency }) => ({ amountMinor: value, currency })),
  )
  return tiles
}

describe('the list behind a number shows that many', () => {
  it('§0094 for an administrator', async () => {
    const context = contextAs(services, await asAdmin(services))
    const { passes, drinks, merchants, users } = totalsOf(context)
    const { today } = times(zone)
    const tiles = await call(dashboardRouter.metrics, {}, { context })
    const overview = await checkAnalytics(context, {}, zone)
    expect(await passes({ status: 'active' })).toBe(tiles.activeSubscribers)
    expect(overview.active.value).toBe(tiles.activeSubscribers)
    expect(overview.monthlyRevenue.map(({ value, currency }) => ({ amountMinor: value, currency }))).toEqual(
      tiles.totalRevenue,
    )
    expect(await passes({ status: 'canceled', churned: true })).toBe(overview.canceled.value)
    expect(await drinks(today)).toBe(tiles.redemptionsToday)
    expect(await merchants({ status: 'pending' })).toBe(tiles.pendingMerchants)
    expect(await merchants({ tab: 'review' })).toBe(tiles.merchantsInReview)
    expect(await merchants({ tab: 'live' })).toBe(tiles.liveMerchants)
    const [review] = await call(dashboardRouter.quickActions, {}, { context })
    expect(review?.count ?? 0).toBe(tiles.pendingMerchants)

    const stats = await call(usersRouter.stats, {}, { context })
    expect(await users({})).toBe(stats.totalUsers)
    expect(await users({ status: 'active' })).toBe(stats.activeUsers)
    expect(await users({ status: 'suspended' })).toBe(stats.suspendedUsers)
    expect(await users({ createdFrom: stats.newSince })).toBe(stats.newUsersThisMonth)
    for (const [role, count] of Object.entries(stats.usersByRole)) expect(await users({ role }), role).toBe(count)
  })

  it('§0094 for an owner', async () => {
    const context = contextAs(services, await asOwner(services, [merchantId]))
    const { passes, drinks } = totalsOf(context)
    const { today, days30 } = times(ownZone)
    const own = { merchantId }
    const [tiles, plans, places, economics] = await Promise.all([
      call(dashboardRouter.merchantOverview, own, { context }),
      call(plansRouter.list, own, { context }),
      call(redemptionsRouter.locationInsights, { ...own, days: 30 }, { context }),
      call(redemptionsRouter.planInsights, own, { context }),
    ])
    expect(tiles.activeSubscribers).toBeGreaterThan(0)
    const overview = await checkAnalytics(context, own, ownZone)
    await checkAnalytics(context, {}, ownZone)
    expect(await passes({ ...own, status: 'active' })).toBe(tiles.activeSubscribers)
    expect(await passes({ ...own, status: 'trialing' })).toBe(tiles.trialing)
    expect(await passes({ ...own, status: 'past_due' })).toBe(tiles.pastDue)
    expect(await passes({ ...own, status: 'canceled', churned: true })).toBe(tiles.churned)
    expect([overview.canceled.value, plans.totals.churnedThisMonth]).toEqual([tiles.churned, tiles.churned])
    expect(await drinks({ ...own, ...today })).toBe(tiles.redemptionWeek.days.at(-1))
    expect(await drinks({ ...own, ...days30 })).toBe(tiles.redemptions30Days)
    expect([places.total, plans.totals.drinks]).toEqual([tiles.redemptions30Days, tiles.redemptions30Days])
    for (const { locationId, count } of places.rows)
      if (locationId) expect(await drinks({ ...own, ...days30, locationId })).toBe(count)
    for (const plan of plans.rows) {
      const ofPlan = { ...own, planId: plan.id }
      expect(await passes({ ...ofPlan, status: 'active' })).toBe(plan.activeSubscribers)
      expect(await passes({ ...ofPlan, status: 'trialing' })).toBe(plan.trialSubscribers)
      expect(await passes({ ...ofPlan, status: 'canceled', churned: true })).toBe(plan.churnedThisMonth)
      expect(await drinks({ ...ofPlan, ...days30 })).toBe(plan.drinks)
      expect(economics.rows.find(({ planId }) => planId === plan.id)?.drinks).toBe(plan.drinks)
    }
  })
})

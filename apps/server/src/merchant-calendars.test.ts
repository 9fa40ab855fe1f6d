import { call } from '@orpc/server'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyticsRouter } from '@quaff/features/analytics/server'
import { dashboardRouter } from '@quaff/features/dashboard/server'
import { merchantsRouter } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { plansRouter } from '@quaff/features/plans/server'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { redemptionsRouter, writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptionsRouter, writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { dayKeyIn, inTransaction, shiftDaysIn, startOfDayIn } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { runAggregates } from './commands/aggregates'

/** Half hours, three quarters, the day line between them, and days with 23, 25 and 24½ hours. */
const calendars = [
  ['UTC', 'Asia/Kolkata', '2026-03-10T19:41:00Z'],
  ['America/New_York', 'Asia/Kathmandu', '2026-11-22T18:41:00Z'],
  ['America/Los_Angeles', 'Pacific/Chatham', '2026-04-06T11:07:00Z'],
  ['Pacific/Auckland', 'America/Los_Angeles', '2026-03-08T20:18:00Z'],
  ['UTC', 'America/New_York', '2026-11-01T20:18:00Z'],
  ['Asia/Kolkata', 'Europe/Zurich', '2026-03-29T15:18:00Z'],
  ['UTC', 'Australia/Lord_Howe', '2026-04-08T13:20:00Z'],
] as const
const minuteMs = 60_000
const opened: TestServices[] = []
afterAll(() => Promise.all(opened.map((services) => services.close())))

const anyPass = fc.record({
  created: fc.integer({ min: 1, max: 45 * 24 * 60 }),
  changed: fc.option(fc.integer({ min: 1, max: 33 * 24 * 60 })),
  first: fc.constantFrom(...subscriptionStatuses),
  last: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.constantFrom(900, 1_900),
})
const anyDrink = fc.record({
  /** Around midnights of the merchant, and around now. */
  daysAgo: fc.integer({ min: 0, max: 40 }),
  minutes: fc.oneof(fc.integer({ min: -70, max: 70 }), fc.integer({ min: 0, max: 24 * 60 })),
  status: fc.constantFrom('completed', 'completed', 'voided' as const),
})

type World = {
  services: TestServices
  context: TestContext
  write(): Promise<void>
  choose(zone: string): Promise<void>
}

/** `seed` determines the written data, so that two worlds with different calendars have equal data. */
async function openWorld(platformZone: string, localZone: string, now: Date, seed: number): Promise<World> {
  const services = await createTestServices({ settings: { timeZone: platformZone } })
  opened.push(services)
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  const context = contextAs(services, await asAdmin(services))
  const [passes, drinks] = fc.sample(
    fc.tuple(
      fc.array(anyPass, { minLength: 60, maxLength: 60 }),
      fc.array(anyDrink, { minLength: 150, maxLength: 150 }),
    ),
    { numRuns: 1, seed },
  )[0] ?? [[], []]
  const before = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const drunkAt = ({ daysAgo, minutes }: (typeof drinks)[number]) =>
    new Date(Math.min(shiftDaysIn(localZone, now, -daysAgo).getTime() + minutes * minuteMs, now.getTime() - minuteMs))
  const sold = { planId: 'pln_a', merchantId: 'mer_a', amountMinor: 900 } as const
  const old = before(70 * 24 * 60)
  const began = passes.map(({ created, first, amountMinor }, index): SubscriptionWrite => {
    const createdAt = before(created)
    return { ...sold, id: `sub_${index}`, status: first, amountMinor, createdAt, updatedAt: createdAt }
  })
  const changed = began.flatMap((write, index) => {
    const { created = 0, changed: at = null, last, amountMinor = 0 } = passes[index] ?? {}
    if (at === null || last === undefined || at >= created) return []
    return [{ ...write, status: last, updatedAt: before(at), amountMinor: 2_800 - amountMinor }]
  })
  return {
    services,
    context,
    async write() {
      await inTransaction(services, (tx) =>
        writeSubscriptions(services, tx, [
          ...began,
          { ...sold, id: 'sub_old', status: 'active', createdAt: old, updatedAt: old },
          { ...sold, id: 'sub_b', merchantId: 'mer_b', status: 'active', createdAt: old, updatedAt: old },
        ]),
      )
      await inTransaction(services, (tx) => writeSubscriptions(services, tx, changed))
      await inTransaction(services, (tx) =>
        writeRedemptions(services, tx, [
          ...drinks.map((drink, index): RedemptionWrite => {
            const { status } = drink
            return { id: `red_${index}`, merchantId: 'mer_a', planId: 'pln_a', status, redeemedAt: drunkAt(drink) }
          }),
          // When an hour begins in either zone: the first slot says since when there is a record.
          { id: 'red_old', merchantId: 'mer_a', redeemedAt: startOfDayIn(localZone, old) },
          { id: 'red_b_old', merchantId: 'mer_b', redeemedAt: startOfDayIn(platformZone, before(75 * 24 * 60)) },
          { id: 'red_b', merchantId: 'mer_b', redeemedAt: before(3) },
        ]),
      )
    },
    async choose(timeZone) {
      const { version } = await call(merchantsRouter.get, { merchantId: 'mer_a' }, { context })
      await call(merchantsRouter.update, { merchantId: 'mer_a', version, changes: { timeZone } }, { context })
    },
  }
}

/** All that is said of one merchant by days and hours. */
async function figuresOf({ context }: World, zone: string, now: Date) {
  const own = { merchantId: 'mer_a' }
  const range = { from: dayKeyIn(zone, shiftDaysIn(zone, now, -29)), to: dayKeyIn(zone, now), ...own }
  const options = { context }
  return {
    dashboard: await call(dashboardRouter.merchantOverview, own, options),
    overview: await call(analyticsRouter.overview, { ...range, compare: true }, options),
    heat: await call(analyticsRouter.heat, range, options),
    churn: await call(analyticsRouter.churn, range, options),
    starts: await call(analyticsRouter.startDates, range, options),
    movement: await call(analyticsRouter.movement, range, options),
    hours: await call(redemptionsRouter.hourInsights, { ...own, days: 30 }, options),
    places: await call(redemptionsRouter.locationInsights, { ...own, days: 30 }, options),
    live: await call(redemptionsRouter.live, own, options),
    plans: (await call(plansRouter.list, own, options)).totals,
    stats: await call(subscriptionsRouter.stats, own, options),
    churned: (await call(subscriptionsRouter.list, { ...own, churned: true }, options)).total,
  }
}

const platformFigures = async ({ context }: World, zone: string, now: Date) => [
  await call(dashboardRouter.metrics, {}, { context }),
  await call(
    analyticsRouter.overview,
    { from: dayKeyIn(zone, shiftDaysIn(zone, now, -29)), to: dayKeyIn(zone, now), compare: true },
    { context },
  ),
]

async function check({ services }: World): Promise<string[]> {
  const lines: string[] = []
  await runAggregates(services, 'check', (line) => lines.push(line))
  return lines
}
const nothingWrong = ['✓ aggregates  No differences found']

describe.each(calendars)('on a platform in %s, a merchant in %s at %s', (platformZone, zone, at) => {
  const now = new Date(at)
  let world: World
  let plain: World
  let expected: Awaited<ReturnType<typeof figuresOf>>

  beforeAll(async () => {
    const open = (platform: string) => openWorld(platform, zone, now, zone.length)
    world = await open(platformZone)
    plain = await open(platformZone)
    const local = await open(zone)
    await world.choose(zone)
    for (const one of [world, plain, local]) await one.write()
    expected = await figuresOf(local, zone, now)
  })

  it('has the figures that a platform of its own zone would show, and the platform keeps its own', async () => {
    expect(expected.dashboard.timeZone).toBe(zone)
    expect(await figuresOf(world, zone, now)).toEqual(expected)
    expect(await platformFigures(world, platformZone, now)).toEqual(await platformFigures(plain, platformZone, now))
    expect(await check(world)).toEqual(nothingWrong)
  })

  it('counts of a day what its redemptions say', async () => {
    const { rows } = await world.services.db.execute<{ at: string }>(
      sql`select redeemed_at::text as at from redemptions where merchant_id = 'mer_a' and status = 'completed'`,
    )
    const drunk = rows.map(({ at: text }) => new Date(text))
    const today = startOfDayIn(zone, now)
    const isSince = (start: Date) => drunk.filter((one) => one >= start).length
    const { dashboard, live } = await figuresOf(world, zone, now)
    expect(dashboard.redemptionWeek.days.at(-1)).toBe(isSince(today))
    expect(dashboard.redemptions30Days).toBe(isSince(shiftDaysIn(zone, now, -29)))
    const hours = live.hours.map((_, index) => {
      const from = today.getTime() + index * 60 * minuteMs
      return drunk.filter((one) => one.getTime() >= from && one.getTime() < from + 60 * minuteMs).length
    })
    expect(live.hours).toEqual(hours)
  })

  it('is counted again by a change of its zone, and back, as if it had always been so', async () => {
    await plain.choose(zone)
    expect(await figuresOf(plain, zone, now)).toEqual(expected)
    expect(await check(plain)).toEqual(nothingWrong)
    await plain.choose(platformZone)
    await world.choose(platformZone)
    expect(await figuresOf(plain, platformZone, now)).toEqual(await figuresOf(world, platformZone, now))
    expect(await check(plain)).toEqual(nothingWrong)
  })
})

it('refuses a zone that there is not', async () => {
  const world = await openWorld('UTC', 'UTC', new Date('2026-03-10T12:00:00Z'), 1)
  for (const zone of ['Mars/Olympus', '+02:00'])
    await expect(world.choose(zone)).rejects.toMatchObject({ reason: 'ZONE', detail: { field: 'timeZone' } })
  expect(await world.services.db.$count(merchants, sql`time_zone is not null`)).toBe(0)
})

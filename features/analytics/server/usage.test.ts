import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, startOfDayKeyIn } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { shiftDayKey, windowOf, type DayRange } from '../range-rules'
import type { Cohort, Drinks, Heat } from '../usage-contract'
import { addDrinks, addHeat, shiftMonth, splitMonths, startMonths } from '../usage-rules'
import { getCohorts, getDrinks, getHeat } from './read-usage'

const now = new Date('2026-11-21T12:00:00Z')
const quarterMs = 900_000
const merchantIds = ['mer_a', 'mer_b', 'mer_c'] as const
const planOf = (merchantId: string) => merchantId.replace('mer', 'pln')
/** From before the oldest range to an hour ago, in all zones. */
const anyMoment = fc.date({
  min: new Date('2026-07-01T00:00:00Z'),
  max: new Date('2026-11-21T11:00:00Z'),
  noInvalidDate: true,
})
const anyDrink = fc.record({
  merchantId: fc.constantFrom(...merchantIds),
  hasPlan: fc.boolean(),
  userIndex: fc.option(fc.nat(6), { freq: 8 }),
  redeemedAt: anyMoment,
  status: fc.constantFrom('completed', 'completed', 'completed', 'voided'),
})
const anyPass = fc
  .record({
    merchantId: fc.constantFrom(...merchantIds),
    userIndex: fc.option(fc.nat(6), { freq: 8 }),
    createdAt: fc.date({ min: new Date('2025-08-01T00:00:00Z'), max: now, noInvalidDate: true }),
    ranMs: fc.nat(200 * 86_400_000),
    status: fc.constantFrom('active', 'trialing', 'past_due', 'canceled', 'canceled'),
  })
  .map(({ ranMs, createdAt, ...pass }) => ({
    ...pass,
    createdAt,
    updatedAt: new Date(Math.min(createdAt.getTime() + ranMs, now.getTime())),
  }))

async function openWorld(timeZone: string, seed: number) {
  const services = await createTestServices({ settings: { timeZone } })
  services.clock.set(now)
  for (const id of merchantIds) {
    await insertMerchant(services, { id })
    await insertPlan(services, { id: planOf(id), merchantId: id })
  }
  const people: string[] = []
  for (let index = 0; index < 7; index += 1) people.push((await insertUser(services, {})).id)
  const personOf = (index: number | null) => (index === null ? null : (people[index] ?? null))
  const [drawnDrinks = [], drawnPasses = []] =
    fc.sample(
      fc.tuple(
        fc.array(anyDrink, { minLength: 250, maxLength: 250 }),
        fc.array(anyPass, { minLength: 60, maxLength: 60 }),
      ),
      { numRuns: 1, seed },
    )[0] ?? []
  const drinks = drawnDrinks.map(({ hasPlan, userIndex, ...drink }, index) => ({
    id: `red_${index}`,
    userId: personOf(userIndex),
    planId: hasPlan ? planOf(drink.merchantId) : null,
    ...drink,
  }))
  const passes = drawnPasses.map(({ userIndex, ...pass }, index) => ({
    id: `sub_${index}`,
    userId: personOf(userIndex),
    planId: planOf(pass.merchantId),
    amountMinor: 900,
    ...pass,
  }))
  await inTransaction(services, (tx) => writeRedemptions(services, tx, drinks))
  await inTransaction(services, (tx) => writeSubscriptions(services, tx, passes))
  return { services, timeZone, drinks, passes }
}
type World = Awaited<ReturnType<typeof openWorld>>
type Only = { merchantIds: readonly string[]; planId?: string }

const isOf = ({ merchantIds: ids, planId }: Only, row: { merchantId: string; planId: string | null }) =>
  ids.includes(row.merchantId) && (planId === undefined || row.planId === planId)

/** Cells by local wall-clock time. */
function wallCells({ timeZone, drinks }: World, days: DayRange, only: Only): Heat['cells'] {
  const cells = Array.from({ length: 168 }, (_, index) => ({
    weekday: Math.floor(index / 24),
    hour: index % 24,
    count: 0,
    quarters: 0,
  }))
  const cellAt = (at: number) => {
    const local = new TZDate(at, timeZone)
    return cells[((local.getDay() + 6) % 7) * 24 + local.getHours()]
  }
  const { from, to } = windowOf(timeZone, days)
  for (let at = from.getTime(); at < to.getTime() && at <= now.getTime(); at += quarterMs) {
    const cell = cellAt(at)
    if (cell) cell.quarters += 1
  }
  for (const drink of drinks) {
    const cell = cellAt(drink.redeemedAt.getTime())
    const isIn = drink.redeemedAt >= from && drink.redeemedAt < to && drink.status === 'completed'
    if (cell && isIn && isOf(only, drink)) cell.count += 1
  }
  return cells
}

function plainDrinks({ timeZone, drinks, passes }: World, days: DayRange, only: Only) {
  const { from, to } = windowOf(timeZone, days)
  const own = drinks.filter(
    (drink) => isOf(only, drink) && drink.status === 'completed' && drink.redeemedAt >= from && drink.redeemedAt < to,
  )
  const holders = passes.filter(
    (pass) => isOf(only, pass) && pass.createdAt < to && (pass.status !== 'canceled' || pass.updatedAt > from),
  )
  const people = new Set([...own, ...holders].flatMap(({ userId }) => (userId === null ? [] : [userId])))
  const counts = new Map<number, number>()
  for (const person of people) {
    const count = own.filter(({ userId }) => userId === person).length
    counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  return {
    counts: [...counts].map(([count, many]) => ({ drinks: count, people: many })).sort((a, b) => a.drinks - b.drinks),
    withoutPerson: own.filter(({ userId }) => userId === null).length,
  }
}

function plainCohorts({ timeZone, passes }: World, only: Only): Cohort[] {
  const months = startMonths(timeZone, now)
  const startOf = (month: string) => startOfDayKeyIn(timeZone, `${month}-01`)
  return months.map((month, start) => {
    const own = passes.filter(
      (pass) => isOf(only, pass) && pass.createdAt >= startOf(month) && pass.createdAt < startOf(shiftMonth(month, 1)),
    )
    return {
      month,
      started: own.length,
      running: months
        .slice(start)
        .map((at, after) =>
          after === 0
            ? own.length
            : own.filter(({ status, updatedAt }) => status !== 'canceled' || updatedAt >= startOf(at)).length,
        ),
    }
  })
}

const zones = ['Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'Australia/Adelaide']

describe.each(zones.map((zone, seed) => ({ zone, seed: 41 + seed })))('random rows in $zone', ({ zone, seed }) => {
  it('equal the plain rules: for all, for one merchant, for one plan and for an owner’s two', async () => {
    const world = await openWorld(zone, seed)
    const admin = contextAs(world.services, await asAdmin(world.services))
    const owner = contextAs(world.services, await asOwner(world.services, ['mer_a', 'mer_b']))
    const days = { from: '2026-09-01', to: '2026-11-21' }
    const cases = [
      { ctx: admin, filters: {}, only: { merchantIds } },
      { ctx: admin, filters: { merchantId: 'mer_b' }, only: { merchantIds: ['mer_b'] } },
      { ctx: admin, filters: { planId: 'pln_a' }, only: { merchantIds: ['mer_a'], planId: 'pln_a' } },
      { ctx: owner, filters: {}, only: { merchantIds: ['mer_a', 'mer_b'] } },
      { ctx: owner, filters: { merchantId: 'mer_a' }, only: { merchantIds: ['mer_a'] } },
    ]
    for (const { ctx, filters, only } of cases) {
      const input = { ...days, ...filters }
      const heat = await getHeat(ctx, input)
      expect(heat).toMatchObject({ window: windowOf(zone, days), timeZone: zone, measuredAt: now })
      expect(heat.cells).toEqual(wallCells(world, days, only))
      expect(await getDrinks(ctx, input)).toMatchObject(plainDrinks(world, days, only))
      expect((await getCohorts(ctx, filters)).cohorts).toEqual(plainCohorts(world, only))
    }
    expect(wallCells(world, days, { merchantIds }).some(({ count }) => count > 1)).toBe(true)
    await world.services.close()
  })

  it('are the same in parts: months for people, any days for hours', async () => {
    const world = await openWorld(zone, seed + 100)
    const admin = contextAs(world.services, await asAdmin(world.services))
    const days = { from: '2026-07-15', to: '2026-11-10' }
    const only = { merchantIds: ['mer_c'], planId: 'pln_c' }
    const filters = { planId: 'pln_c' }
    const middle = '2026-09-20'
    const halves = [
      { from: days.from, to: middle },
      { from: shiftDayKey(middle, 1), to: days.to },
    ]
    const heats: Heat[] = []
    for (const half of halves) heats.push(await getHeat(admin, { ...half, ...filters }))
    expect(addHeat(heats)).toMatchObject({
      cells: wallCells(world, days, only),
      window: windowOf(zone, days),
      timeZone: zone,
      measuredAt: now,
    })
    const months: Drinks[] = []
    const plain: Drinks[] = []
    for (const part of splitMonths(days)) {
      months.push(await getDrinks(admin, part))
      plain.push({
        ...plainDrinks(world, part, { merchantIds }),
        recordedSince: months[0]?.recordedSince ?? null,
        window: windowOf(zone, part),
        timeZone: zone,
        measuredAt: now,
      })
    }
    expect(addDrinks(months)).toEqual(addDrinks(plain))
    await world.services.close()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { type Context, inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { lastDays, shiftDayKey } from '../range-rules'
import { getOverview } from './get-overview'
import { getCohorts, getDrinks, getHeat } from './read-usage'
import { refreshAnalytics } from './refresh-analytics'

let services: TestServices
let admin: Context
let owner: Context
const now = new Date('2026-03-10T12:00:00Z')
const days = lastDays('2026-03-10', 30)
const minuteMs = 60_000
let drinkCount = 0

async function drink(userId: string) {
  drinkCount += 1
  const row = { id: `red_${drinkCount}`, merchantId: 'mer_own', userId, redeemedAt: services.clock.now() }
  await inTransaction(services, (tx) => writeRedemptions(services, tx, [row]))
}
const total = async (ctx: Context) => (await getHeat(ctx, days)).cells.reduce((sum, { count }) => sum + count, 0)

beforeEach(async () => {
  services = await createTestServices()
  services.clock.set(now)
  await insertMerchant(services, { id: 'mer_own' })
  admin = contextAs(services, await asAdmin(services))
  owner = contextAs(services, await asOwner(services, ['mer_own']))
})

describe('figures over all merchants', () => {
  it('are those of the last run of the job, and say so, for a quarter of an hour', async () => {
    const { id } = await insertUser(services, {})
    await drink(id)
    await refreshAnalytics(services)
    await drink(id)
    services.clock.advance(14 * minuteMs)
    for (const range of [7, 30, 90].map((count) => lastDays('2026-03-10', count)))
      expect(await getDrinks(admin, range)).toMatchObject({ counts: [{ drinks: 1, people: 1 }], measuredAt: now })
    expect(await getCohorts(admin, {})).toMatchObject({ measuredAt: now })
    services.clock.advance(minuteMs)
    const later = services.clock.now()
    expect(await getDrinks(admin, days)).toMatchObject({ counts: [{ drinks: 2, people: 1 }], measuredAt: later })
  })

  it('§0094 show hours as they are counted, whenever the job ran last', async () => {
    const { id } = await insertUser(services, {})
    await drink(id)
    await refreshAnalytics(services)
    await drink(id)
    expect(await getHeat(admin, days)).toMatchObject({ measuredAt: now })
    expect(await total(admin)).toBe(2)
  })

  it('§0018 are read at once for other days, which the job does not keep', async () => {
    const { id } = await insertUser(services, {})
    await refreshAnalytics(services)
    await drink(id)
    const other = { ...days, from: shiftDayKey(days.from, 1) }
    expect((await getDrinks(admin, days)).counts).toEqual([])
    expect((await getDrinks(admin, other)).counts).toEqual([{ drinks: 1, people: 1 }])
  })
})

it('figures of one merchant are read at once, and remembered for five minutes', async () => {
  const { id } = await insertUser(services, {})
  expect((await getDrinks(owner, days)).counts).toEqual([])
  await drink(id)
  expect((await getDrinks(owner, days)).counts).toEqual([])
  services.clock.advance(5 * minuteMs)
  expect(await getDrinks(owner, days)).toMatchObject({
    counts: [{ drinks: 1, people: 1 }],
    measuredAt: services.clock.now(),
  })
})

it('§0094 leaves out the days before the first redemption on record', async () => {
  const { id } = await insertUser(services, {})
  const pass = { merchantId: 'mer_own', userId: id, status: 'active', createdAt: new Date('2025-01-01T00:00:00Z') }
  await inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [{ ...pass, id: 'sub_1', amountMinor: 900, updatedAt: pass.createdAt }]),
  )
  await drink(id)
  const before = { from: '2026-02-01', to: '2026-02-28' }
  for (const ctx of [admin, owner]) {
    expect(await getDrinks(ctx, before)).toMatchObject({ counts: [], recordedSince: now })
    expect((await getDrinks(ctx, days)).counts).toEqual([{ drinks: 1, people: 1 }])
    expect((await getOverview(ctx, { ...before, compare: true })).redemptions.value).toBeNull()
    const { redemptions } = await getOverview(ctx, { ...days, compare: true })
    expect([redemptions.value, redemptions.points[0], redemptions.points.at(-1)]).toEqual([1, null, 1])
  }
})

it('hours that have not come yet have not taken place', async () => {
  const { cells } = await getHeat(owner, { from: '2026-03-10', to: '2026-03-10' })
  expect(cells.filter(({ quarters }) => quarters > 0).map(({ hour }) => hour)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
})

it('§0018 what is read one by one is refused above 92 days; the hour counters are not', async () => {
  const long = { from: '2025-12-08', to: '2026-03-10' }
  await expect(getDrinks(owner, long)).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'PART_TOO_LONG' })
  await expect(getDrinks(owner, { ...long, from: '2025-12-09' })).resolves.toMatchObject({ counts: [] })
  await expect(getHeat(owner, { ...long, from: '2016-04-01' })).resolves.toMatchObject({ timeZone: 'UTC' })
})

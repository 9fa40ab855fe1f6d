import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, isOnRecord, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { hourInsightsInput, insightLimits, insightRanges } from '../insights-contract'
import { countQuickGaps, heatCells, idleCutoff, insightWindows, locationShares, recordedPart } from '../insights-rules'
import { listHeavyUsers, listIdleSubscribers } from './read-customer-insights'
import { getHourInsights, getLocationInsights, getPlanInsights } from './read-insights'
import { writeRedemptions, type RedemptionWrite } from './write-redemptions'

const dayMs = 86_400_000
let services: TestServices
let admin: UserActor
let merchantId: string

const ctx = (actor: UserActor = admin) => contextAs(services, actor)
const now = () => services.clock.now()
const ago = (days: number, ms = 0) => new Date(now().getTime() - days * dayMs - ms)
const redeem = (rows: Omit<RedemptionWrite, 'id' | 'merchantId'>[], id = merchantId) =>
  inTransaction(services, (tx) =>
    writeRedemptions(
      services,
      tx,
      rows.map((row) => ({ id: services.ids.newId('red'), merchantId: id, ...row })),
    ),
  )
const subscribe = (rows: Omit<SubscriptionWrite, 'merchantId' | 'updatedAt'>[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row) => ({ merchantId, updatedAt: ago(60), ...row })),
    ),
  )
const sum = (cells: readonly { count: number }[]) => cells.reduce((all, { count }) => all + count, 0)

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: 'America/New_York' } })
  admin = await asAdmin(services)
})
beforeEach(async () => {
  merchantId = (await insertMerchant(services)).id
})

describe('hours', () => {
  it('use the zone of the chosen location, or of the platform for all', async () => {
    const kathmandu = await insertLocation(services, { merchantId, fields: { timeZone: 'Asia/Kathmandu' } })
    const nowhere = await insertLocation(services, { merchantId, fields: { timeZone: 'Nowhere/Land' } })
    // Monday 23:30 in Kathmandu, 12:45 in New York.
    const redeemedAt = new Date('2026-03-09T17:45:00Z')
    await redeem([
      { redeemedAt, locationId: kathmandu.id },
      { redeemedAt, locationId: nowhere.id },
    ])
    const used = async (locationId?: string) => {
      const { cells, timeZone } = await getHourInsights(ctx(), { merchantId, days: 7, locationId })
      return [
        timeZone,
        ...cells.filter(({ count }) => count > 0).map(({ weekday, hour, count }) => [weekday, hour, count]),
      ]
    }
    expect(await used()).toEqual(['America/New_York', [0, 13, 2]])
    expect(await used(kathmandu.id)).toEqual(['Asia/Kathmandu', [0, 23, 1]])
    expect(await used(nowhere.id)).toEqual(['America/New_York', [0, 13, 1]])
  })

  it('exclude voided, foreign and future redemptions', async () => {
    const other = await insertMerchant(services)
    await redeem([{ redeemedAt: ago(1) }, { redeemedAt: ago(1), status: 'voided' }, { redeemedAt: ago(-1) }])
    await redeem([{ redeemedAt: ago(1) }], other.id)
    expect(sum((await getHourInsights(ctx(), { merchantId, days: 30 })).cells)).toBe(1)
  })

  it('refuse a deleted location or one of another merchant', async () => {
    const other = await insertMerchant(services)
    const foreign = await insertLocation(services, { merchantId: other.id })
    for (const locationId of ['loc_gone', foreign.id])
      await expect(getHourInsights(ctx(), { merchantId, days: 7, locationId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        reason: 'LOCATION',
      })
  })

  it('accept three ranges', () => {
    expect(insightRanges.map((days) => hourInsightsInput.safeParse({ merchantId, days }).success)).toEqual([
      true,
      true,
      true,
    ])
    expect(hourInsightsInput.safeParse({ merchantId, days: 3_650 }).success).toBe(false)
  })
})

describe('a response', () => {
  it('is read again after five minutes, and shows its age', async () => {
    const ask = () => getHourInsights(ctx(), { merchantId, days: 7 })
    const first = await ask()
    await redeem([{ redeemedAt: ago(1) }])
    services.clock.advance(insightLimits.answerMaxAgeMs - 1)
    expect(await ask()).toEqual(first)
    services.clock.advance(1)
    const second = await ask()
    expect([sum(first.cells), sum(second.cells), second.measuredAt]).toEqual([0, 1, now()])
  })

  it('§0039 that is cached for an administrator is refused to strangers, and masked for owners and viewers', async () => {
    const ana = await insertUser(services, { displayName: 'Ana Paula Prado' })
    await redeem([{ redeemedAt: ago(1), userId: ana.id }])
    await subscribe([{ id: `sub_${merchantId}`, userId: ana.id, status: 'active', createdAt: ago(40) }])
    services.clock.advance(20 * dayMs)
    const people = async (actor: UserActor) => {
      const [idle, heavy] = [
        await listIdleSubscribers(ctx(actor), { merchantId, limit: 50 }),
        await listHeavyUsers(ctx(actor), { merchantId }),
      ]
      return [...idle.rows, ...heavy.rows].map(({ name, userId }) => ({ name, userId }))
    }
    expect(await people(admin)).toEqual(Array.from({ length: 2 }, () => ({ name: 'Ana Paula Prado', userId: ana.id })))
    for (const actor of [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])])
      expect(await people(actor)).toEqual(Array.from({ length: 2 }, () => ({ name: 'Ana P.', userId: null })))
    await expect(people(await asOwner(services, ['mer_other']))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(people(await asCustomRole(services))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    services.clock.advance(-20 * dayMs)
  })
})

describe('plans', () => {
  it('§G35 have a price per drink and a break-even per currency, and "—" without a single price', async () => {
    const priced = await insertPlan(services, { merchantId, name: 'Daily', fields: { singleDrinkPrice: 480 } })
    const plain = await insertPlan(services, { merchantId, name: 'Plain', active: false })
    const base = { status: 'active', createdAt: ago(90) } as const
    await subscribe([
      { ...base, id: `${merchantId}_1`, planId: priced.id, amountMinor: 2_900 },
      { ...base, id: `${merchantId}_2`, planId: priced.id, amountMinor: 6_000, currency: 'eur' },
      { ...base, id: `${merchantId}_3`, planId: 'pln_gone', amountMinor: 100 },
    ])
    await redeem(Array.from({ length: 20 }, () => ({ redeemedAt: ago(3), planId: priced.id })))
    const { rows, withoutPlan } = await getPlanInsights(ctx(), { merchantId })
    expect(withoutPlan).toBe(1)
    expect(rows).toEqual([
      {
        planId: priced.id,
        name: 'Daily',
        active: true,
        activeSubscribers: 2,
        drinks: 20,
        monthly: [
          { amountMinor: 2_900, currency: 'usd' },
          { amountMinor: 6_000, currency: 'eur' },
        ],
        pricePerDrink: [
          { amountMinor: 290, currency: 'usd' },
          { amountMinor: 600, currency: 'eur' },
        ],
        singleDrinkPrice: { amountMinor: 480, currency: 'usd' },
        breakEvenDrinks: 7,
      },
      expect.objectContaining({
        planId: plain.id,
        active: false,
        pricePerDrink: [],
        singleDrinkPrice: null,
        breakEvenDrinks: null,
      }),
    ])
  })
})

describe('idle subscribers', () => {
  const idle = async (limit = 50) => listIdleSubscribers(ctx(), { merchantId, limit })

  it('lists the latest visit first, finds old redemptions and keeps the epoch', async () => {
    const [ana, ben, cem, dee] = await Promise.all(
      ['Ana', 'Ben', 'Cem', 'Dee'].map((displayName) => insertUser(services, { displayName })),
    )
    const pass = (
      name: string,
      userId: string | undefined,
      createdAt: Date | null,
      status: 'active' | 'trialing' = 'active',
    ) => ({ id: `${merchantId}_${name}`, userId, status, createdAt }) as const
    await subscribe([
      pass('ana', ana?.id, ago(200)),
      pass('ben', ben?.id, ago(300)),
      pass('cem', cem?.id, null),
      pass('dee', dee?.id, ago(20)),
      pass('trial', ana?.id, ago(200), 'trialing'),
      pass('new', cem?.id, ago(3)),
    ])
    await redeem([
      { redeemedAt: ago(15), userId: ana?.id },
      { redeemedAt: ago(2), userId: ana?.id, status: 'voided' },
      { redeemedAt: ago(120), userId: ben?.id },
      { redeemedAt: ago(1), userId: dee?.id },
    ])
    const { rows, total, activePasses } = await idle()
    expect(rows.map(({ name, lastRedeemedAt, startedAt }) => [name, lastRedeemedAt, startedAt])).toEqual([
      ['Ana', ago(15), ago(200)],
      ['Ben', ago(120), ago(300)],
      ['Cem', null, new Date(0)],
    ])
    expect([total, activePasses]).toEqual([3, 5])
    services.clock.advance(insightLimits.answerMaxAgeMs)
    expect(await idle(1)).toMatchObject({ rows: [{ name: 'Ana' }], total: 3 })
  })

  it('agrees with the rule on random subscriptions and redemptions', async () => {
    const anyDays = fc.constantFrom(0, 1, 13, 14, 15, 60, 89, 91, 200)
    const anyPass = fc.record({ person: fc.constantFrom(0, 1, 2, null), days: anyDays })
    const anyDrink = fc.record({
      person: fc.constantFrom(0, 1, 2, null),
      pass: fc.constantFrom(0, 1, 2, null),
      days: anyDays,
      status: fc.constantFrom('completed', 'completed', 'voided' as const),
    })
    const people = await Promise.all([1, 2, 3].map(() => insertUser(services)))
    const idOf = (person: number | null) => (person === null ? null : (people[person]?.id ?? null))
    const cases = fc.sample(
      fc.tuple(fc.array(anyPass, { minLength: 1, maxLength: 5 }), fc.array(anyDrink, { maxLength: 12 })),
      { numRuns: 25, seed: 5 },
    )
    for (const [passes, drinks] of cases) {
      merchantId = (await insertMerchant(services)).id
      const passId = (index: number) => `${merchantId}_${index}`
      const written = passes.map(({ person, days }, index) => ({
        id: passId(index),
        userId: idOf(person),
        createdAt: ago(days),
      }))
      await subscribe(written.map((pass) => ({ ...pass, status: 'active' })))
      const poured = drinks.map(({ person, pass, days, status }) => ({
        userId: idOf(person),
        subscriptionId: pass === null ? null : passId(pass),
        redeemedAt: ago(days),
        status,
      }))
      await redeem(poured)
      const expected = written.filter((pass) => {
        const cutoff = idleCutoff(now())
        const recent = poured.filter(({ status, redeemedAt }) => status === 'completed' && redeemedAt > cutoff)
        return pass.createdAt <= cutoff && !recent.some((drink) => isDrinkOf(drink, pass))
      })
      const { rows, total } = await idle()
      expect(rows.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(expected.map(({ id }) => id).sort())
      expect(total).toBe(expected.length)
    }
  })
})

/** A redemption belongs to the named pass, or without a name to every pass of the person. */
function isDrinkOf(
  drink: { subscriptionId: string | null; userId: string | null },
  pass: { id: string; userId: string | null },
) {
  if (drink.subscriptionId !== null) return drink.subscriptionId === pass.id
  return drink.userId !== null && drink.userId === pass.userId
}

describe('heavy users', () => {
  it('are ranked by completed redemptions of 30 days and flagged from the second quick one', async () => {
    const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((displayName) => insertUser(services, { displayName })))
    const minutes = (count: number) => count * 60_000
    await redeem([
      ...[0, 5, 9, 60].map((at) => ({ redeemedAt: ago(1, minutes(at)), userId: ana?.id })),
      ...[0, 10, 15, 100, 200].map((at) => ({ redeemedAt: ago(2, minutes(at)), userId: ben?.id })),
      { redeemedAt: ago(2, minutes(20)), userId: ben?.id, status: 'voided' },
      { redeemedAt: ago(31), userId: ana?.id },
      { redeemedAt: ago(1), userId: null },
    ])
    const { rows } = await listHeavyUsers(ctx(), { merchantId })
    expect(rows).toMatchObject([
      { name: 'Ben', drinks: 5, drinksPerDay: 0.2, quickGaps: 1, flagged: false, lastRedeemedAt: ago(2) },
      { name: 'Ana', drinks: 4, drinksPerDay: 0.1, quickGaps: 2, flagged: true },
    ])
  })

  it('are at most twenty, including deleted accounts', async () => {
    await redeem(Array.from({ length: 25 }, (_, index) => ({ redeemedAt: ago(1), userId: `usr_gone_${index}` })))
    const { rows } = await listHeavyUsers(ctx(), { merchantId })
    expect([rows.length, rows[0]?.name]).toEqual([insightLimits.heavyRows, null])
  })
})

it('agrees with the rules on random redemptions, in every window', async () => {
  const location = await insertLocation(services, {
    merchantId,
    name: 'Alder',
    fields: { timeZone: 'Australia/Lord_Howe' },
  })
  const people = await Promise.all([1, 2, 3].map(() => insertUser(services)))
  const anyRow = fc.record({
    hoursAgo: fc.double({ min: -2, max: 190 * 24, noNaN: true }),
    person: fc.constantFrom(0, 1, 2),
    isThere: fc.boolean(),
    status: fc.constantFrom('completed', 'completed', 'completed', 'voided' as const),
  })
  const rows = fc
    .sample(anyRow, { numRuns: 400, seed: 3 })
    .map(({ hoursAgo, person, isThere, status }) => ({
      redeemedAt: new Date(now().getTime() - Math.round(hoursAgo * 3_600_000)),
      userId: people[person]?.id ?? '',
      locationId: isThere ? location.id : null,
      status,
    }))
  await redeem(rows)
  const within = ({ from, to }: { from: Date; to: Date }) =>
    rows.filter(({ redeemedAt, status }) => status === 'completed' && redeemedAt >= from && redeemedAt <= to)
  const zone = services.settings.timeZone
  for (const days of insightRanges) {
    for (const locationId of [undefined, location.id]) {
      const answer = await getHourInsights(ctx(), { merchantId, days, locationId })
      const { window } = insightWindows(answer.timeZone, now(), days)
      const quarters = within(window)
        .filter((row) => locationId === undefined || row.locationId === locationId)
        .map(({ redeemedAt }) => Math.floor(redeemedAt.getTime() / 900_000))
      const counts = [...new Set(quarters)].map((quarter) => ({
        quarter,
        count: quarters.filter((one) => one === quarter).length,
      }))
      expect(answer.cells).toEqual(
        heatCells(answer.timeZone, recordedPart(answer.timeZone, window, answer.recordedSince), counts),
      )
      expect(sum(answer.cells)).toBe(quarters.length)
    }
    const { window, previous } = insightWindows(zone, now(), days)
    const countAt = (of: typeof rows, locationId: string | null) =>
      of.filter((row) => row.locationId === locationId).length
    const counts = [location.id, null].map((locationId) => ({
      locationId,
      count: countAt(within(window), locationId),
      previousCount: countAt(within({ from: previous.from, to: new Date(previous.to.getTime() - 1) }), locationId),
    }))
    const places = await getLocationInsights(ctx(), { merchantId, days })
    const isKnown = isOnRecord(zone, previous, places.recordedSince)
    expect(places.rows).toEqual(locationShares([{ id: location.id, name: 'Alder' }], counts, isKnown))
  }
  const { window } = insightWindows(zone, now(), insightLimits.heavyDays)
  const { rows: heavy } = await listHeavyUsers(ctx(), { merchantId })
  expect(heavy.length).toBe(3)
  for (const { userId, drinks, quickGaps } of heavy) {
    const own = within(window).filter((row) => row.userId === userId)
    expect([drinks, quickGaps]).toEqual([own.length, countQuickGaps(own.map(({ redeemedAt }) => redeemedAt))])
  }
})

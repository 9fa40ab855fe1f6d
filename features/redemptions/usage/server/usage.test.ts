import { beforeEach, describe, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { getLiveCounter, getVenueToday } from '../../server/get-live-counter'
import { writeRedemptions, type RedemptionWrite } from '../../server/write-redemptions'
import {
  liveCounterSchema,
  listRedemptionsInput,
  usageLimits,
  usageRowSchema,
  venueTodaySchema,
  type ListRedemptionsInput,
} from '../../usage-contract'
import { countRedemptions, getRedemption, listRedemptionOptions, listRedemptions } from './read-redemptions'

let services: TestServices
let admin: UserActor
let owner: UserActor
let viewer: UserActor
let ana: string
const merchantId = 'mer_own'
const now = new Date('2026-03-10T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const build = (id: string, change: Partial<RedemptionWrite> = {}): RedemptionWrite => ({
  id,
  merchantId,
  locationId: 'loc_1',
  planId: 'pln_1',
  userId: ana,
  redeemedAt: minutesAgo(30),
  ...change,
})
const drink = (...rows: RedemptionWrite[]) => inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
const list = (actor: UserActor = admin, input: Partial<ListRedemptionsInput> = {}) =>
  listRedemptions(contextAs(services, actor), { merchantId, limit: 20, ...input })
const live = (actor: UserActor = admin) => getLiveCounter(contextAs(services, actor), { merchantId })

beforeEach(async () => {
  services = await createTestServices({ settings: { timeZone: 'Asia/Kathmandu' } })
  services.clock.set(now) // 17:45 in Kathmandu; today began at 18:15Z.
  await insertMerchant(services, { id: merchantId, name: 'Bean There' })
  await insertMerchant(services, { id: 'mer_foreign' })
  await insertPlan(services, { id: 'pln_1', merchantId, name: 'Daily Cup', fields: { validLocationIds: ['loc_1'] } })
  for (const [id, name] of [
    ['loc_1', 'Alder Street'],
    ['loc_2', 'Pearl'],
  ] as const)
    await insertLocation(services, {
      id,
      merchantId,
      name,
      fields: { timeZone: 'UTC', hours: { daily: '08:00-18:00' } },
    })
  await insertLocation(services, { id: 'loc_foreign', merchantId: 'mer_foreign', name: 'Elsewhere' })
  admin = await asAdmin(services)
  owner = await asOwner(services, [merchantId])
  viewer = await asViewer(services, [merchantId])
  ana = (await insertUser(services, { displayName: 'Ana Pereira' })).id
})

describe('the history', () => {
  it('shows person, plan, location and time since the previous one, newest first', async () => {
    await drink(
      build('red_1', { redeemedAt: minutesAgo(90) }),
      build('red_2', { locationId: 'loc_2', method: 'manual' }),
    )
    const { rows, total } = await list()
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        id: 'red_2',
        merchantId,
        merchantName: 'Bean There',
        subscriberName: 'Ana Pereira',
        userId: ana,
        locationId: 'loc_2',
        locationName: 'Pearl',
        planId: 'pln_1',
        planName: 'Daily Cup',
        redeemedAt: minutesAgo(30),
        method: 'manual',
        status: 'completed',
        sincePreviousMs: 3_600_000,
        flags: ['wrong_location'],
        voided: null,
        kept: null,
      },
      expect.objectContaining({ id: 'red_1', sincePreviousMs: null, flags: [] }),
    ])
  })

  it('measures from the last completed redemption of the person at this merchant, equal times by id', async () => {
    await drink(
      build('red_1', { redeemedAt: minutesAgo(45) }),
      build('red_2', { redeemedAt: minutesAgo(40), status: 'voided' }),
      build('red_3', { redeemedAt: minutesAgo(38), merchantId: 'mer_foreign' }),
      build('red_4', { redeemedAt: minutesAgo(37), userId: null }),
      build('red_5', { redeemedAt: minutesAgo(36) }),
      build('red_6', { redeemedAt: minutesAgo(36) }),
    )
    const { rows } = await list()
    expect(rows.map(({ id, sincePreviousMs, flags }) => [id, sincePreviousMs, flags])).toEqual([
      ['red_6', 0, ['double_scan']],
      ['red_5', 540_000, ['double_scan']],
      ['red_4', null, []],
      ['red_2', 300_000, []],
      ['red_1', null, []],
    ])
  })

  it('measures across the end of a month', async () => {
    await drink(
      build('red_1', { redeemedAt: new Date('2026-02-28T10:00:00Z') }),
      build('red_2', { redeemedAt: new Date('2026-03-01T10:00:00Z') }),
    )
    expect((await list()).rows[0]).toMatchObject({ id: 'red_2', sincePreviousMs: 86_400_000 })
  })

  it('shows merchant roles "Ana P." and no account', async () => {
    await drink(build('red_1'))
    for (const actor of [owner, viewer])
      expect((await list(actor)).rows[0]).toMatchObject({ subscriberName: 'Ana P.', userId: null })
    expect(JSON.stringify(await list(owner))).not.toMatch(/Pereira|usr_/)
  })

  it('§0039 shows no names of another merchant', async () => {
    await drink(build('red_1', { locationId: 'loc_foreign', planId: 'pln_gone' }))
    expect((await list()).rows[0]).toMatchObject({
      locationName: 'Unknown Location',
      planName: 'Unknown Plan',
      flags: [],
    })
  })

  it('has pages without gaps or duplicates, across equal times and months', async () => {
    const rows = Array.from({ length: 25 }, (_, index) =>
      build(`red_${String(index).padStart(2, '0')}`, { redeemedAt: minutesAgo(Math.floor(index / 3) * 3_000) }),
    )
    await drink(...rows)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(admin, { limit: 10, cursor })
      expect(page.total).toBe(cursor ? null : 25)
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect([...seen].sort()).toEqual(rows.map(({ id }) => id))
  })

  it('filters by days, location, plan, method and status', async () => {
    await drink(
      build('red_1', { redeemedAt: minutesAgo(2_000) }),
      build('red_2', { locationId: 'loc_2' }),
      build('red_3', { planId: null }),
      build('red_4', { method: 'manual' }),
      build('red_5', { status: 'voided' }),
    )
    const ids = async (input: Partial<ListRedemptionsInput>) => {
      const { rows, total } = await list(admin, input)
      expect(total).toBe(rows.length)
      return rows.map(({ id }) => id).sort()
    }
    expect(await ids({ to: minutesAgo(2_000) })).toEqual(['red_1'])
    expect(await ids({ from: minutesAgo(30), to: minutesAgo(30) })).toEqual(['red_2', 'red_3', 'red_4', 'red_5'])
    expect(await ids({ locationId: 'loc_2' })).toEqual(['red_2'])
    expect(await ids({ planId: 'pln_1', from: minutesAgo(60) })).toEqual(['red_2', 'red_4', 'red_5'])
    expect(await ids({ method: 'manual' })).toEqual(['red_4'])
    expect(await ids({ status: 'voided' })).toEqual(['red_5'])
    expect(await ids({ from: new Date(8.64e15) })).toEqual([])
  })

  it('offers own locations, plans and methods as filters', async () => {
    await drink(
      build('red_1'),
      build('red_2', { method: 'manual' }),
      build('red_3', { merchantId: 'mer_foreign', method: 'nfc' }),
    )
    expect(await listRedemptionOptions(contextAs(services, viewer), { merchantId })).toEqual({
      locations: [
        { id: 'loc_1', name: 'Alder Street' },
        { id: 'loc_2', name: 'Pearl' },
      ],
      plans: [{ id: 'pln_1', name: 'Daily Cup' }],
      methods: ['barcode', 'manual'],
    })
  })

  it('finds one by its id and time, at its merchant only', async () => {
    await drink(build('red_1'), build('red_2', { merchantId: 'mer_foreign' }))
    const get = (redemptionId: string, redeemedAt = minutesAgo(30)) =>
      getRedemption(contextAs(services, owner), { merchantId, redemptionId, redeemedAt })
    expect(usageRowSchema.parse(await get('red_1'))).toEqual(await get('red_1'))
    for (const missing of [() => get('red_2'), () => get('red_9'), () => get('red_1', minutesAgo(31))])
      await expect(missing()).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'REDEMPTION' })
  })
})

describe('the live counter', () => {
  it('§7 counts today, the last hour and the same time seven days ago', async () => {
    const at = (text: string) => new Date(`2026-03-${text}Z`)
    await drink(
      ...['09T18:14:59', '09T18:15:00', '10T11:00:00', '10T11:00:00.001', '10T12:00:00'].map((text, index) =>
        build(`red_${index}`, { redeemedAt: at(text) }),
      ),
      ...['02T18:14:59', '02T18:15:00', '03T11:59:59.999', '03T12:00:00'].map((text, index) =>
        build(`red_week_${index}`, { redeemedAt: at(text) }),
      ),
      build('red_void', { redeemedAt: minutesAgo(5), status: 'voided' }),
    )
    const counter = await live()
    expect(counter).toMatchObject({
      measuredAt: now,
      timeZone: 'Asia/Kathmandu',
      today: 4,
      lastHour: 2,
      isSurge: false,
      weekAgo: 2,
      hasAny: true,
    })
    expect(counter.hours).toHaveLength(18)
    expect([counter.hours[0], counter.hours[17]]).toEqual([1, 1])
    expect(counter.feed.map(({ id }) => id)).toEqual(['red_4', 'red_void', 'red_3', 'red_2', 'red_1'])
    expect(liveCounterSchema.parse(counter)).toEqual(counter)
  })

  it('§9 is a surge above fifty an hour, and the feed has the newest fifty', async () => {
    const rows = Array.from({ length: 51 }, (_, index) => build(`red_${index}`, { redeemedAt: minutesAgo(index) }))
    await drink(...rows.slice(0, 50))
    expect(await live()).toMatchObject({ lastHour: 50, isSurge: false })
    await drink(...rows.slice(50))
    const counter = await live()
    expect(counter).toMatchObject({ lastHour: 51, isSurge: true })
    expect([counter.feed.length, counter.feed[49]?.id]).toEqual([50, 'red_49'])
  })

  it('reports that there never was a redemption, and does not compare with an unrecorded week', async () => {
    expect(await live(viewer)).toMatchObject({ today: 0, lastHour: 0, weekAgo: null, feed: [], hasAny: false })
    await drink(build('red_1', { merchantId: 'mer_foreign' }))
    expect(await live()).toMatchObject({ today: 0, hasAny: false })
    await drink(build('red_2', { redeemedAt: minutesAgo(60 * 24 * 3) }))
    expect(await live()).toMatchObject({ today: 0, weekAgo: null, feed: [], hasAny: true })
  })
})

describe('today at a venue', () => {
  const today = async (actor: UserActor = owner) =>
    venueTodaySchema.strict().parse(await getVenueToday(contextAs(services, actor), { merchantId }))

  it('counts flagged redemptions, and names the last one as "Ana P."', async () => {
    await drink(
      build('red_yesterday', { userId: null, redeemedAt: new Date('2026-03-09T18:14:59Z') }),
      build('red_early', { redeemedAt: new Date('2026-03-09T18:15:00Z') }),
      build('red_twice', { redeemedAt: minutesAgo(28) }),
      build('red_first', { redeemedAt: minutesAgo(30) }),
      build('red_elsewhere', { redeemedAt: minutesAgo(1), locationId: 'loc_2' }),
      build('red_voided', { redeemedAt: minutesAgo(0), status: 'voided' }),
    )
    const found = await today()
    expect(found).toMatchObject({ today: 4, timeZone: 'Asia/Kathmandu', last: { id: 'red_elsewhere' } })
    expect([found.last?.subscriberName, found.last?.userId]).toEqual(['Ana P.', null])
    expect(found.flagged).toMatchObject({ count: 3, isPartial: false })
    expect(found.flagged.rows.map(({ id, flags }) => [id, flags])).toEqual([
      ['red_elsewhere', ['wrong_location']],
      ['red_twice', ['double_scan']],
      ['red_early', ['outside_hours']],
    ])
    expect(found.schedules.map(({ timeZone }) => timeZone)).toEqual(['UTC', 'UTC'])
    expect((await today(admin)).last?.subscriberName).toBe('Ana Pereira')
    services.clock.set(new Date('2026-03-10T18:15:00Z'))
    expect(await today()).toMatchObject({ today: 0, weekAgo: null, last: null, flagged: { count: 0, rows: [] } })
  })

  it('compares with the same weekday up to this time', async () => {
    const lastWeek = (minutes: number) => new Date(minutesAgo(minutes).getTime() - 7 * 86_400_000)
    await drink(
      build('red_long', { redeemedAt: lastWeek(3 * 1_440) }),
      build('red_before', { redeemedAt: lastWeek(1) }),
      build('red_after', { redeemedAt: lastWeek(-1) }),
      build('red_now', { redeemedAt: minutesAgo(1) }),
    )
    expect(await today()).toMatchObject({ today: 1, weekAgo: 1 })
  })

  it('says so if not all of the day was searched for flags', async () => {
    await drink(
      ...Array.from({ length: usageLimits.flagged }, (_, index) =>
        build(`red_${index}`, { userId: null, redeemedAt: new Date(minutesAgo(1).getTime() - index) }),
      ),
    )
    expect((await today()).flagged).toMatchObject({ count: 0, isPartial: true })
  })
})

describe('the counts', () => {
  it('§7 are per visible merchant, completed ones only', async () => {
    await drink(build('red_1'), build('red_2', { status: 'voided' }))
    await drink(...['3', '4'].map((id) => build(`red_${id}`, { merchantId: 'mer_foreign' })))
    const count = (actor: UserActor, id?: string) => countRedemptions(contextAs(services, actor), { merchantId: id })
    const own = { merchantId, count: 1, lastRedeemedAt: minutesAgo(30) }
    expect(await count(admin)).toEqual({ counts: [{ ...own, merchantId: 'mer_foreign', count: 2 }, own], total: 3 })
    expect(await count(owner)).toEqual({ counts: [own], total: 1 })
    expect(await count(admin, merchantId)).toEqual({ counts: [own], total: 1 })
    await expect(count(owner, 'mer_foreign')).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
  })
})

it('a foreign merchant is reported as missing, and a role without rights is refused', async () => {
  const asks = [
    (actor: UserActor, id: string) => list(actor, { merchantId: id }),
    (actor: UserActor, id: string) => getLiveCounter(contextAs(services, actor), { merchantId: id }),
    (actor: UserActor, id: string) => listRedemptionOptions(contextAs(services, actor), { merchantId: id }),
  ]
  const custom = await asCustomRole(services)
  for (const ask of asks) {
    const [foreign, missing] = await Promise.all(
      ['mer_foreign', 'mer_missing'].map((id) => ask(owner, id).catch((error: unknown) => error)),
    )
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    await expect(ask(custom, merchantId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

it('pages have twenty rows, and a filter accepts nothing else', () => {
  expect(listRedemptionsInput.parse({ merchantId }).limit).toBe(20)
  expect(listRedemptionsInput.safeParse({ merchantId, userId: 'usr_1' }).success).toBe(false)
})

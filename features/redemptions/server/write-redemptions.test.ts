import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { merchantScope, type MerchantScope, scopeToMerchant } from '@quaff/features/sessions/server'
import { dayKeyIn, inTransaction, startOfHourIn } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { redemptionStatuses } from '../contract'
import { countByMerchant, listHours } from './hour-store'
import { readDayFigures, readRedemptionFigures } from './read-redemption-figures'
import type { RedemptionRow } from './redemption-store'
import { redemptionDays, redemptionHours, redemptions, redemptionTotals } from './tables'
import { type RedemptionWrite, writeRedemptions } from './write-redemptions'

let services: TestServices
let all: MerchantScope
const zone = 'Asia/Kathmandu'
const now = new Date('2026-03-10T12:00:00Z')
const at = (text: string) => new Date(`2026-03-${text}Z`)

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
  all = merchantScope(await asAdmin(services))
})
afterEach(() => services.database.truncate())

const write = (rows: RedemptionWrite[]) => inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
const build = (details: Partial<RedemptionWrite> = {}): RedemptionWrite => ({
  id: 'red_1',
  merchantId: 'mer_a',
  redeemedAt: at('10T11:00:00'),
  ...details,
})

const keyOf = (row: { hour: Date; merchantId: string; status: string }) =>
  [row.hour.toISOString(), row.merchantId, row.status].join(' ')

const cellOf = (row: { day: string; merchantId: string; locationId: string | null; planId: string | null }) =>
  [row.day, row.merchantId, row.locationId ?? '', row.planId ?? ''].join(' ')

async function sumAllTime(): Promise<number> {
  const totals = await services.db.select({ count: redemptionTotals.count }).from(redemptionTotals)
  return totals.reduce((sum, { count }) => sum + count, 0)
}

async function compareWithRows(): Promise<void> {
  const rows = await services.db.select().from(redemptions)
  const counts = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf({ ...row, hour: startOfHourIn(zone, row.redeemedAt) })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const hours = (await services.db.select().from(redemptionHours)).filter(({ count }) => count !== 0)
  expect(Object.fromEntries(hours.map((row) => [keyOf(row), row.count]))).toEqual(Object.fromEntries(counts))
  const drunk = rows.filter(({ status }) => status === 'completed')
  const cells = drunk.map((row) => cellOf({ ...row, day: dayKeyIn(zone, row.redeemedAt) }))
  const days = (await services.db.select().from(redemptionDays)).filter(({ count }) => count !== 0)
  expect(days.flatMap((row) => Array.from({ length: row.count }, () => cellOf(row))).toSorted()).toEqual(
    cells.toSorted(),
  )
  for (const total of await services.db.select().from(redemptionTotals)) {
    expect(total.count).toBe(
      rows.filter((row) => row.merchantId === total.merchantId && row.status === 'completed').length,
    )
  }
  const order = (row: RedemptionRow) => `${row.redeemedAt.toISOString()} ${row.id}`
  for (const row of rows) {
    const earlier = rows.filter(
      (other) =>
        other.status === 'completed' &&
        row.userId !== null &&
        other.userId === row.userId &&
        other.merchantId === row.merchantId &&
        order(other) < order(row),
    )
    const last = Math.max(...earlier.map(({ redeemedAt }) => redeemedAt.getTime()))
    expect(row.previousAt?.getTime(), `the one before ${order(row)}`).toBe(earlier.length === 0 ? undefined : last)
  }
}

describe('writing redemptions', () => {
  it('§3 §9 fills in method and status, and creates the partition of the month', async () => {
    await write([build(), build({ id: 'red_2', redeemedAt: new Date('2025-11-30T23:59:59.999Z') })])
    expect(await services.db.select().from(redemptions)).toContainEqual(
      expect.objectContaining({ id: 'red_1', method: 'barcode', status: 'completed', redeemedAt: at('10T11:00:00') }),
    )
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select (select count(*) from redemptions_2025_11) as november, (select count(*) from redemptions_default) as outside`,
    )
    expect(rows).toEqual([{ november: 1, outside: 0 }])
  })

  it('accepts an event once, in any batch or month', async () => {
    expect(await write([build({ eventId: 'evt_1' }), build({ id: 'red_2', eventId: 'evt_1' })])).toEqual({
      created: 1,
      updated: 0,
      skipped: 1,
    })
    expect(await write([build({ id: 'red_3', redeemedAt: at('01T00:00:00'), eventId: 'evt_1' })])).toEqual({
      created: 0,
      updated: 0,
      skipped: 1,
    })
    expect(await sumAllTime()).toBe(1)
  })

  it('updates the counters once when a redemption is voided', async () => {
    await write([build(), build({ id: 'red_2' })])
    expect(await write([build({ status: 'voided' })])).toEqual({ created: 0, updated: 1, skipped: 0 })
    expect(await write([build({ status: 'voided' })])).toEqual({ created: 0, updated: 0, skipped: 0 })
    await compareWithRows()
    expect(await sumAllTime()).toBe(1)
    const [row] = await services.db.select().from(redemptions).where(eq(redemptions.id, 'red_1'))
    expect(row?.status).toBe('voided')
  })

  it('subtracts a voided redemption from its stored place, plan and merchant, whatever the voiding write names', async () => {
    await write([
      build({ locationId: 'loc_a', planId: 'pln_a', redeemedAt: at('09T18:14:59') }),
      build({ id: 'red_2' }),
    ])
    await compareWithRows()
    await write([build({ redeemedAt: at('09T18:14:59'), merchantId: 'mer_b', locationId: 'loc_b', status: 'voided' })])
    await compareWithRows()
    await write([build({ redeemedAt: at('09T18:14:59') })])
    await compareWithRows()
    const days = await services.db.select().from(redemptionDays).orderBy(redemptionDays.day)
    expect(days.map(({ day, locationId, count }) => [day, locationId, count])).toEqual([
      ['2026-03-09', 'loc_a', 1],
      ['2026-03-10', '', 1],
    ])
  })

  it('§G2 starts hours in the platform zone', async () => {
    await write([build({ redeemedAt: at('10T11:14:59') }), build({ id: 'red_2', redeemedAt: at('10T11:15:00') })])
    expect(await listHours(services.db, all, at('10T00:15:00'), at('11T00:15:00'))).toEqual([
      { hour: at('10T10:15:00'), count: 1 },
      { hour: at('10T11:15:00'), count: 1 },
    ])
  })

  it('§G35 keeps counters equal to the rows through any writes, including parallel ones', async () => {
    const anyWrite = fc.record({
      id: fc.integer({ min: 1, max: 9 }).map((number) => `red_${number}`),
      merchantId: fc.constant('mer_a'),
      userId: fc.constantFrom('usr_a', 'usr_b', null),
      locationId: fc.constantFrom('loc_a', 'loc_b', null),
      planId: fc.constantFrom('pln_a', 'pln_b', null),
      redeemedAt: fc.integer({ min: 0, max: 3 }).map((hours) => new Date(now.getTime() - hours * 2_400_000)),
      status: fc.constantFrom(...redemptionStatuses),
    })
    const batches = fc.sample(fc.array(anyWrite, { minLength: 1, maxLength: 9 }), { numRuns: 20, seed: 11 })
    for (const batch of batches.slice(0, 8)) await write(batch)
    await Promise.all(batches.slice(8).map((batch) => write(batch)))
    await compareWithRows()
  })

  it('finds the previous redemption in any month, despite other merchants and future ones', async () => {
    const dayMs = 86_400_000
    const anyWrite = fc.record({
      id: fc.integer({ min: 1, max: 40 }).map((number) => `red_${number}`),
      merchantId: fc.constantFrom('mer_a', 'mer_b'),
      userId: fc.constantFrom('usr_a', 'usr_b'),
      redeemedAt: fc
        .constantFrom(-3, 0, 1, 8, 9, 10, 29, 31, 32, 41, 70, 100)
        .map((ago) => new Date(now.getTime() - ago * dayMs)),
      status: fc.constantFrom('completed' as const, 'completed' as const, 'voided' as const),
    })
    const batches = fc.sample(fc.array(anyWrite, { minLength: 1, maxLength: 3 }), { numRuns: 30, seed: 7 })
    for (const batch of batches) {
      await write(batch.map((row) => ({ ...row, id: `${row.id}_${row.merchantId}_${row.userId}` })))
      await compareWithRows()
    }
    for (const { merchantId, lastRedeemedAt } of await services.db.select().from(redemptionTotals)) {
      const rows = await services.db.select().from(redemptions).where(eq(redemptions.merchantId, merchantId))
      expect(lastRedeemedAt).toEqual(new Date(Math.max(...rows.map(({ redeemedAt }) => redeemedAt.getTime()))))
    }
  })

  it('updates later redemptions when one arrives late, is voided without a person, or counts again', async () => {
    const hours = [3, 2, 1].map((ago) => new Date(now.getTime() - ago * 3_600_000))
    const [early = now, middle = now, late = now] = hours
    const previous = async () => {
      const found = await services.db.select().from(redemptions).orderBy(redemptions.redeemedAt)
      return found.map(({ previousAt }) => previousAt)
    }
    const mine = (id: string, redeemedAt: Date) => build({ id, redeemedAt, userId: 'usr_a' })
    await write([mine('red_1', early)])
    await write([mine('red_3', late)])
    expect(await previous()).toEqual([null, early])
    await write([mine('red_2', middle)])
    expect(await previous()).toEqual([null, early, middle])
    await write([build({ id: 'red_2', redeemedAt: middle, status: 'voided' })])
    expect(await previous()).toEqual([null, early, early])
    await write([build({ id: 'red_2', redeemedAt: middle })])
    expect(await previous()).toEqual([null, early, middle])
  })

  it('does nothing with an empty batch', async () => {
    expect(await write([])).toEqual({ created: 0, updated: 0, skipped: 0 })
  })
})

describe('redemption figures', () => {
  it('compare today with the same part of the other day, split at local midnight', async () => {
    services.clock.set('2026-03-10T12:00:00Z') // 17:45 in Kathmandu; the day began at 18:15Z.
    await write(
      [
        ['1', '09T18:14:59'],
        ['2', '09T18:15:00'],
        ['3', '10T11:10:00'],
        ['4', '10T11:59:00'],
        ['5', '08T18:20:00'],
        ['6', '09T11:14:00'],
        ['7', '09T12:00:30'],
      ].map(([id, time]) => build({ id: `red_${id}`, redeemedAt: at(time ?? '') })),
    )
    const figures = await readRedemptionFigures(services, all, { comparedDaysAgo: 1 })
    expect(figures).toMatchObject({ today: 3, before: 2, recordedSince: at('08T18:15:00'), last30Days: 7 })
    expect(figures.hours).toHaveLength(18)
    expect([figures.hours[0], figures.hours[16], figures.hours[17]]).toEqual([1, 1, 1])
  })

  it('of two days equal those of the month, whatever lies between', async () => {
    services.clock.set('2026-03-10T12:00:00Z')
    const times = [
      '01T10:00:00',
      '03T09:00:00',
      '03T12:00:00',
      '03T18:20:00',
      '08T10:00:00',
      '09T18:20:00',
      '10T11:00:00',
    ]
    await write(times.map((time, index) => build({ id: `red_${index}`, redeemedAt: at(time) })))
    const one = scopeToMerchant(await asAdmin(services), build().merchantId)
    for (const scope of [all, one]) {
      const { last30Days, week, ...days } = await readRedemptionFigures(services, scope, { comparedDaysAgo: 7 })

      expect([last30Days, days.today, days.before]).toEqual([7, 2, 1])
      expect(week.days).toEqual([1, 0, 0, 0, 1, 0, 2])
      expect(days.hoursBefore?.flatMap((count, hour) => (count > 0 ? [hour] : []))).toEqual([14, 17])
      expect(days.hoursBefore).toHaveLength(24)
      expect(await readDayFigures(services, scope, { comparedDaysAgo: 7 })).toEqual(days)
    }
  })

  it('report when the earlier time is not recorded, and cover one merchant only', async () => {
    services.clock.set(now)
    await write([build(), build({ id: 'red_2', merchantId: 'mer_b' })])
    const one = scopeToMerchant(await asAdmin(services), 'mer_b')
    expect(await readRedemptionFigures(services, one, { comparedDaysAgo: 7 })).toMatchObject({ today: 1, before: null })
    expect(await countByMerchant(services.db, all, at('10T11:00:00'), now)).toEqual([])
    expect(await countByMerchant(services.db, one, at('10T10:59:59'), now)).toEqual([{ merchantId: 'mer_b', count: 1 }])
  })
})

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { billingIntervals, subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { movementKinds } from '@quaff/features/subscriptions/movement-rules'
import {
  checkPlatformMoves,
  renewMoves,
  writeSubscriptions,
  type SubscriptionWrite,
} from '@quaff/features/subscriptions/server'
import { type Context, dayKeyIn, inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import type { Bridge, BridgeStep, Movement } from '../cancellations-contract'
import { getOverview } from './get-overview'
import { getBridge, getMovement, listBridgeRows } from './read-cancellations'

const now = new Date('2026-11-22T12:00:00Z')
const range = { from: '2026-11-01', to: '2026-11-22' }
const hourMs = 3_600_000
const merchantIds = ['mer_a', 'mer_b']
const opened: TestServices[] = []
afterAll(() => Promise.all(opened.map((services) => services.close())))

async function begin(timeZone: string): Promise<TestServices> {
  const services = await createTestServices({ settings: { timeZone } })
  opened.push(services)
  services.clock.set(now)
  await insertMerchants(
    services,
    merchantIds.map((id) => ({ id })),
  )
  return services
}
const write = (services: TestServices, rows: SubscriptionWrite[]) =>
  inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))

const anyState = fc.record({
  status: fc.constantFrom(...subscriptionStatuses, 'paused' as const),
  amountMinor: fc.constantFrom(0, 900, 1_500, 2_900, null),
  currency: fc.constantFrom('usd', 'EUR', null),
  interval: fc.constantFrom(...billingIntervals, null),
  intervalCount: fc.constantFrom(1, 3, null),
})
const mostChanges = 5
/** Hours from one change to the next: months apart, or within a day. */
const anyGap = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 200, max: 2_000 }))
const anyLife = fc.record({
  merchantId: fc.constantFrom(...merchantIds),
  bornHoursAgo: fc.integer({ min: 1, max: 9_000 }),
  states: fc.array(fc.tuple(anyGap, anyState), { minLength: 1, maxLength: mostChanges }),
})

/** One write per change, in ascending time. */
function writesOf(
  { merchantId, bornHoursAgo, states }: typeof anyLife extends fc.Arbitrary<infer T> ? T : never,
  id: string,
) {
  const createdAt = new Date(now.getTime() - bornHoursAgo * hourMs)
  let at = createdAt.getTime()
  return states.flatMap(([gap, state], index): SubscriptionWrite[] => {
    at = index === 0 ? at : at + gap * hourMs
    if (at > now.getTime()) return []
    return [{ id, merchantId, ...state, createdAt, updatedAt: new Date(at) }]
  })
}

const sumOf = ({ startMinor, moves, unrecordedMinor }: Omit<BridgeStep, 'previous'>) =>
  startMinor + movementKinds.reduce((sum, kind) => sum + moves[kind], 0) + unrecordedMinor

/** The overview's monthly revenue at the end of each month, by currency. */
async function expectSameLevels(ctx: Context, merchantId: string | undefined, { rows, currencies }: Movement) {
  for (const to of new Set(rows.map((row) => row.to))) {
    const shown = to > range.to ? range.to : to
    const overview = await getOverview(ctx, {
      from: shown,
      to: shown,
      compare: false,
      ...(merchantId && { merchantId }),
    })
    for (const currency of currencies) {
      const row = rows.find((one) => one.to === to && one.currency === currency)
      const level = overview.monthlyRevenue.find((one) => one.currency === currency)?.value ?? 0
      expect([to, currency, row?.endMinor]).toEqual([to, currency, level])
    }
  }
}

/** Reads all pages of every bar, two rows at a time. */
async function readBars(ctx: Context, input: { from: string; to: string; merchantId?: string }, { steps }: Bridge) {
  const bars = []
  for (const { currency } of steps)
    for (const kind of movementKinds) {
      const amounts: number[] = []
      const ids = new Set<string>()
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await listBridgeRows(ctx, { ...input, kind, currency, limit: 2, cursor })
        for (const row of page.rows) ids.add(row.id)
        amounts.push(...page.rows.map(({ changeMinor }) => changeMinor))
        cursor = page.nextCursor
      }
      expect(ids.size).toBe(amounts.length)
      bars.push({ currency, kind, count: amounts.length, amount: amounts.reduce((sum, one) => sum + one, 0) })
    }
  return bars
}

describe('the movement of monthly revenue', () => {
  it.each(['UTC', 'Asia/Kathmandu', 'America/New_York'])(
    'adds up to the difference of two month ends, which are those of the overview, in %s',
    async (zone) => {
      const services = await begin(zone)
      const admin = contextAs(services, await asAdmin(services))
      await fc.assert(
        fc.asyncProperty(fc.array(anyLife, { minLength: 1, maxLength: 20 }), async (lives) => {
          await services.database.truncate()
          await insertMerchants(
            services,
            merchantIds.map((id) => ({ id })),
          )
          const writes = lives.map((life, index) => writesOf(life, `sub_${index}`))
          for (let change = 0; change < mostChanges; change++)
            await write(
              services,
              writes.flatMap((own) => own[change] ?? []),
            )
          services.clock.advance(20 * 60_000)
          for (const merchantId of [undefined, 'mer_a']) {
            const movement = await getMovement(admin, { ...range, ...(merchantId && { merchantId }) })
            for (const row of movement.rows) expect([row.month, sumOf(row)]).toEqual([row.month, row.endMinor])
            expect(movement.rows.filter(({ unrecordedMinor }) => unrecordedMinor !== 0)).toEqual([])
            for (const row of movement.rows) {
              const next = movement.rows.find((one) => one.month > row.month && one.currency === row.currency)
              if (next) expect([next.month, next.startMinor]).toEqual([next.month, row.endMinor])
            }
            await expectSameLevels(admin, merchantId, movement)
          }
        }),
        { numRuns: 5 },
      )
    },
    60_000,
  )

  it.each(['UTC', 'Asia/Kathmandu', 'America/New_York'])(
    'adds up from the first to the last day of any range in %s, and the list behind each bar to the bar',
    async (zone) => {
      const services = await begin(zone)
      const admin = contextAs(services, await asAdmin(services))
      const day = (daysAgo: number) => dayKeyIn(zone, new Date(now.getTime() - daysAgo * 24 * hourMs))
      const anyRange = fc.record({
        ends: fc.integer({ min: 0, max: 200 }),
        days: fc.integer({ min: 0, max: 200 }),
        renewedAfter: fc.subarray([0, 1, 2, 3, 4]),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyLife, { minLength: 1, maxLength: 20 }),
          anyRange,
          async (lives, { ends, days, renewedAfter }) => {
            await services.database.truncate()
            await insertMerchants(
              services,
              merchantIds.map((id) => ({ id })),
            )
            const writes = lives.map((life, index) => writesOf(life, `sub_${index}`))
            for (let change = 0; change < mostChanges; change++) {
              await write(
                services,
                writes.flatMap((own) => own[change] ?? []),
              )
              if (renewedAfter.includes(change)) await renewMoves(services)
            }
            services.clock.advance(20 * 60_000)
            for (const merchantId of [undefined, 'mer_a']) {
              const input = { from: day(ends + days), to: day(ends), ...(merchantId && { merchantId }) }
              const bridge = await getBridge(admin, { ...input, compare: true })
              const overview = await getOverview(admin, { ...input, compare: false })
              for (const step of bridge.steps) {
                expect([step.currency, sumOf(step)]).toEqual([step.currency, step.endMinor])
                expect(step.unrecordedMinor).toBe(0)
                const level = overview.monthlyRevenue.find(({ currency }) => currency === step.currency)
                expect(step.endMinor).toBe(level?.value ?? 0)
              }
              expect(await readBars(admin, input, bridge)).toEqual(
                bridge.steps.flatMap(({ currency, moves, counts }) =>
                  movementKinds.map((kind) => ({ currency, kind, count: counts[kind], amount: moves[kind] })),
                ),
              )
              const movement = await getMovement(admin, input)
              await renewMoves(services)
              services.clock.advance(20 * 60_000)
              expect((await getBridge(admin, { ...input, compare: true })).steps).toEqual(bridge.steps)
              expect((await getMovement(admin, input)).rows).toEqual(movement.rows)
            }
            expect(await checkPlatformMoves(services)).toEqual([])
          },
        ),
        { numRuns: 5 },
      )
    },
    60_000,
  )

  it('compares a running range with the same part of the days before', async () => {
    const services = await begin('UTC')
    const admin = contextAs(services, await asAdmin(services))
    const row = { merchantId: 'mer_a', status: 'active', amountMinor: 1_000, currency: 'usd' } as const
    const born = (id: string, at: string) => ({ id, ...row, createdAt: new Date(at), updatedAt: new Date(at) })
    await write(services, [
      born('sub_first', '2026-11-08T06:00:00Z'),
      born('sub_before', '2026-11-15T11:00:00Z'),
      born('sub_later_that_day', '2026-11-15T13:00:00Z'),
      born('sub_today', '2026-11-22T11:00:00Z'),
      born('sub_again', '2026-11-10T11:00:00Z'),
    ])
    const again = born('sub_again', '2026-11-10T11:00:00Z')
    await write(services, [{ ...again, status: 'past_due', updatedAt: new Date('2026-11-12T09:00:00Z') }])
    await write(services, [{ ...again, status: 'active', updatedAt: new Date('2026-11-15T09:00:00Z') }])
    const week = { from: '2026-11-16', to: '2026-11-22' }
    const { previousWindow, steps } = await getBridge(admin, { ...week, compare: true })
    expect(previousWindow).toEqual({ from: new Date('2026-11-09T00:00:00Z'), to: new Date('2026-11-15T12:00:00Z') })
    expect(steps).toMatchObject([
      { startMinor: 4_000, endMinor: 5_000, moves: { new: 1_000 }, counts: { new: 1 }, previous: { new: 2_000 } },
    ])
    await renewMoves(services)
    services.clock.advance(20 * 60_000)
    expect((await getBridge(admin, { ...week, compare: true })).steps).toEqual(steps)
    const early = await getBridge(admin, { from: '2026-11-08', to: '2026-11-22', compare: true })
    expect(early).toMatchObject({ previousWindow: null, steps: [{ previous: null }] })
    expect(await getBridge(admin, { ...week, compare: false })).toMatchObject({ previousWindow: null })
  })

  it('names what came and what went', async () => {
    const services = await begin('UTC')
    const admin = contextAs(services, await asAdmin(services))
    const at = (day: string) => new Date(`${day}T09:00:00Z`)
    const base = {
      merchantId: 'mer_a',
      status: 'active',
      amountMinor: 1_000,
      interval: 'month',
      currency: 'usd',
    } as const
    const born = { createdAt: at('2026-09-03'), updatedAt: at('2026-09-03') }
    const later = (id: string, day: string, change: Partial<SubscriptionWrite>): SubscriptionWrite => ({
      id,
      ...base,
      ...born,
      updatedAt: at(day),
      ...change,
    })
    for (const id of ['sub_lost', 'sub_due', 'sub_more', 'sub_less', 'sub_steady'])
      await write(services, [{ id, ...base, ...born }])
    await write(services, [
      { id: 'sub_trial', ...base, ...born, status: 'trialing' },
      { id: 'sub_new', ...base, createdAt: at('2026-10-05'), updatedAt: at('2026-10-05') },
    ])
    await write(services, [
      later('sub_lost', '2026-10-10', { status: 'canceled' }),
      later('sub_due', '2026-10-11', { status: 'past_due' }),
      later('sub_more', '2026-10-12', { amountMinor: 1_500 }),
      later('sub_less', '2026-10-13', { amountMinor: 2_400, interval: 'year' }),
      later('sub_trial', '2026-10-14', {}),
    ])
    await write(services, [later('sub_due', '2026-11-02', {})])
    const { rows } = await getMovement(admin, range)
    const none = { new: 0, returned: 0, expansion: 0, contraction: 0, past_due: 0, lost: 0 }
    expect(rows.map(({ month, startMinor, endMinor, moves }) => ({ month, startMinor, endMinor, moves }))).toEqual([
      { month: '2026-09', startMinor: 0, endMinor: 5_000, moves: { ...none, new: 5_000 } },
      {
        month: '2026-10',
        startMinor: 5_000,
        endMinor: 4_700,
        moves: { ...none, new: 2_000, expansion: 500, contraction: -800, past_due: -1_000, lost: -1_000 },
      },
      { month: '2026-11', startMinor: 4_700, endMinor: 5_700, moves: { ...none, returned: 1_000 } },
    ])
  })

  it('says what the history does not explain, and still adds up', async () => {
    const services = await begin('UTC')
    const admin = contextAs(services, await asAdmin(services))
    const row = { id: 'sub_1', merchantId: 'mer_a', status: 'active', amountMinor: 1_000, currency: 'usd' } as const
    const began = { createdAt: new Date('2026-10-02T09:00:00Z'), updatedAt: new Date('2026-10-02T09:00:00Z') }
    await write(services, [{ ...row, ...began }])
    // The subscription moves to another merchant; the move has no history.
    await write(services, [{ ...row, ...began, merchantId: 'mer_b', updatedAt: new Date('2026-11-05T09:00:00Z') }])
    const { rows } = await getMovement(admin, { ...range, merchantId: 'mer_a' })
    expect(rows.every((one) => sumOf(one) === one.endMinor)).toBe(true)
    expect(rows.at(-1)).toMatchObject({ month: '2026-11', startMinor: 1_000, unrecordedMinor: -1_000, endMinor: 0 })
  })

  it('is that of their own merchants for owners', async () => {
    const services = await begin('UTC')
    const row = { status: 'active', amountMinor: 700, currency: 'usd', createdAt: now, updatedAt: now } as const
    await write(services, [
      { id: 'sub_a', merchantId: 'mer_a', ...row },
      { id: 'sub_b', merchantId: 'mer_b', ...row },
    ])
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    expect((await getMovement(owner, range)).rows).toMatchObject([{ month: '2026-11', endMinor: 700 }])
    const foreign = { ...range, merchantId: 'mer_b' }
    await expect(getMovement(owner, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const bar = { kind: 'new', currency: 'usd', limit: 20 } as const
    expect((await getBridge(owner, { ...range, compare: false })).steps).toMatchObject([{ endMinor: 700 }])
    expect((await listBridgeRows(owner, { ...range, ...bar })).rows).toMatchObject([{ id: 'sub_a', changeMinor: 700 }])
    await expect(listBridgeRows(owner, { ...foreign, ...bar })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

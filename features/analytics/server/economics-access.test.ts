import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { economicsLimits } from '../economics-contract'
import { lastDays } from '../range-rules'
import { getChurn, getStartDates } from './read-churn'
import { getPlanRevenue, listTopMerchants } from './read-revenue'

const minuteMs = 60_000
let services: TestServices
let admin: UserActor
const now = new Date('2026-11-22T12:00:00Z')
const range = lastDays('2026-11-22', 30)
const ctx = (actor: UserActor = admin) => contextAs(services, actor)
const later = (minutes: number) => services.clock.set(new Date(services.clock.now().getTime() + minutes * minuteMs))

const subscribe = (rows: Omit<SubscriptionWrite, 'id' | 'createdAt' | 'updatedAt'>[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row) => ({ id: services.ids.newId('sub'), createdAt: now, updatedAt: now, ...row })),
    ),
  )
const sold = (merchantId: string, amountMinor: number, planId: string | null = null, currency = 'usd') =>
  ({ merchantId, planId, currency, amountMinor, status: 'active', interval: 'month' }) as const

beforeEach(async () => {
  services = await createTestServices({ settings: { timeZone: 'UTC' } })
  services.clock.set(now)
  admin = await asAdmin(services)
  await insertMerchants(services, [
    { id: 'mer_a', name: 'Corner Cup' },
    { id: 'mer_b', name: 'Daily Grind' },
    { id: 'mer_c', name: ' ' },
  ])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a', name: 'Morning' })
  await insertPlan(services, { id: 'pln_b', merchantId: 'mer_b', name: 'Evening' })
})

describe('who sees what', () => {
  it('§6 owners see their own merchants only, whatever they ask for', async () => {
    await subscribe([sold('mer_a', 900, 'pln_a'), sold('mer_b', 500, 'pln_b'), sold('mer_c', 700)])
    const owner = ctx(await asOwner(services, ['mer_a', 'mer_b']))
    expect((await listTopMerchants(owner, { ...range, by: 'revenue' })).rows.map(({ name }) => name)).toEqual([
      'Corner Cup',
      'Daily Grind',
    ])
    expect((await getPlanRevenue(owner, range)).totals).toEqual([{ amountMinor: 1_400, currency: 'usd' }])
    expect((await getStartDates(owner, range)).points.at(-1)?.count).toBe(2)
    expect((await getChurn(owner, range)).total.active).toBe(2)
    for (const wanted of [{ merchantId: 'mer_c' }, { merchantId: 'mer_gone' }, { planId: 'pln_gone' }])
      for (const read of [getPlanRevenue, getChurn, getStartDates])
        await expect(read(owner, { ...range, ...wanted })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('§6 someone without a merchant sees nothing, and another role is refused', async () => {
    await subscribe([sold('mer_a', 900, 'pln_a')])
    const noOne = ctx(await asViewer(services, []))
    expect((await listTopMerchants(noOne, { ...range, by: 'subscribers' })).rows).toEqual([])
    expect(await getPlanRevenue(noOne, range)).toMatchObject({ totals: [], rows: [], rest: [] })
    const other = ctx(await asCustomRole(services))
    await expect(listTopMerchants(other, { ...range, by: 'revenue' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(getPlanRevenue(other, range)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it("another merchant's plan has no name, though a subscription points at it", async () => {
    await subscribe([sold('mer_a', 900, 'pln_b')])
    const owner = ctx(await asOwner(services, ['mer_a']))
    expect((await getPlanRevenue(owner, range)).rows).toMatchObject([
      { planId: 'pln_b', planName: 'Unknown Plan', merchantId: null, merchantName: null },
    ])
    expect((await getPlanRevenue(ctx(), range)).rows).toMatchObject([
      { planName: 'Evening', merchantName: 'Daily Grind' },
    ])
  })
})

describe('revenue by plan', () => {
  it('keeps the totals where there are more plans than rows', async () => {
    const plans = Array.from({ length: economicsLimits.plans + 3 }, (_, index) => `pln_${index + 100}`)
    await subscribe(plans.map((planId, index) => sold('mer_a', 1_000 - index, planId)))
    for (const merchantId of ['mer_a', undefined]) {
      const { rows, rest, totals } = await getPlanRevenue(ctx(), { ...range, merchantId })
      expect([rows.length, rows[0]?.monthly.amountMinor]).toEqual([economicsLimits.plans, 1_000])
      expect(rest).toEqual([{ plans: 3, active: 3, monthly: { amountMinor: 950 + 949 + 948, currency: 'usd' } }])
      const shown = [...rows, ...rest].reduce((sum, { monthly }) => sum + monthly.amountMinor, 0)
      expect(totals).toEqual([{ amountMinor: shown, currency: 'usd' }])
    }
  })

  it('§0094 of all merchants is at most fifteen seconds old and says how old', async () => {
    await subscribe([sold('mer_a', 900, 'pln_a')])
    const total = async () => {
      const { totals, measuredAt } = await getPlanRevenue(ctx(), range)
      return [totals[0]?.amountMinor, measuredAt.toISOString()]
    }
    expect(await total()).toEqual([900, '2026-11-22T12:00:00.000Z'])
    await subscribe([sold('mer_b', 100, 'pln_b')])
    later(0.2)
    expect(await total()).toEqual([900, '2026-11-22T12:00:00.000Z'])
    later(0.1)
    expect(await total()).toEqual([1_000, '2026-11-22T12:00:18.000Z'])
  })
})

describe('top merchants', () => {
  it('count revenue of one currency only, usd first where none is chosen', async () => {
    await subscribe([
      sold('mer_a', 900),
      sold('mer_a', 5_000, null, 'eur'),
      sold('mer_b', 1_000),
      sold('mer_c', 700),
      sold('mer_c', 700, null, 'jpy'),
    ])
    const ranked = async (currency?: string) => {
      const answer = await listTopMerchants(ctx(), { ...range, by: 'revenue', currency })
      return [answer.currency, ...answer.rows.map(({ name, monthlyMinor }) => `${name} ${monthlyMinor}`)]
    }
    expect(await ranked()).toEqual(['usd', 'Daily Grind 1000', 'Corner Cup 900', 'Unknown Merchant 700'])
    expect(await ranked('eur')).toEqual(['eur', 'Corner Cup 5000'])
    expect(await ranked('chf')).toEqual(['chf'])
    const { currencies, rows } = await listTopMerchants(ctx(), { ...range, by: 'subscribers' })
    expect(currencies).toEqual(['usd', 'eur', 'jpy'])
    expect(rows.map(({ subscribers }) => subscribers)).toEqual([2, 2, 1])
  })

  it('are 20 at most', async () => {
    const many = Array.from({ length: 23 }, (_, index) => `mer_${index + 10}`)
    await insertMerchants(
      services,
      many.map((id) => ({ id })),
    )
    await subscribe(many.map((id) => sold(id, 900)))
    for (const by of ['revenue', 'subscribers'] as const)
      expect((await listTopMerchants(ctx(), { ...range, by })).rows).toHaveLength(economicsLimits.topMerchants)
  })
})

it('days over ten years have at most 31 points and 42 bars', async () => {
  await subscribe([sold('mer_a', 900, 'pln_a')])
  const decade = { from: '2016-11-23', to: '2026-11-22' }
  expect((await getStartDates(ctx(), decade)).points.length).toBeLessThanOrEqual(31)
  expect((await getChurn(ctx(), { ...decade, merchantId: 'mer_a' })).buckets.length).toBeLessThanOrEqual(42)
})

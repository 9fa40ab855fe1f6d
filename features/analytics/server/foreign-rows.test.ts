import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { asOwner } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { lastDays } from '../range-rules'
import { getOverview } from './get-overview'
import { getChurn, getStartDates } from './read-churn'
import { listTopMerchants } from './read-revenue'
import { getHeat } from './read-usage'
import { refreshAnalytics } from './refresh-analytics'

const now = new Date('2026-11-22T12:00:00Z')
const range = lastDays('2026-11-22', 30)
const ofPlan = { ...range, planId: 'pln_own' }
let services: TestServices
let owner: TestContext

/** The foreign merchant's rows point at the plan of the own one, as a provider's might. */
beforeAll(async () => {
  services = await createTestServices()
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_own' }, { id: 'mer_foreign' }])
  await insertPlan(services, { id: 'pln_own', merchantId: 'mer_own' })
  const shared = { planId: 'pln_own', interval: 'month', updatedAt: now } as const
  const createdAt = new Date('2026-11-10T12:00:00Z')
  await inTransaction(services, async (tx) => {
    await writeSubscriptions(services, tx, [
      {
        ...shared,
        id: 'sub_own',
        merchantId: 'mer_own',
        status: 'active',
        amountMinor: 900,
        currency: 'usd',
        createdAt,
      },
      {
        ...shared,
        id: 'sub_1',
        merchantId: 'mer_foreign',
        status: 'active',
        amountMinor: 9,
        currency: 'jpy',
        createdAt,
      },
      { ...shared, id: 'sub_2', merchantId: 'mer_foreign', status: 'canceled', amountMinor: 9, createdAt },
    ])
    await writeRedemptions(services, tx, [
      { id: 'red_own', merchantId: 'mer_own', planId: 'pln_own', redeemedAt: createdAt },
      { id: 'red_1', merchantId: 'mer_foreign', planId: 'pln_own', redeemedAt: createdAt },
      { id: 'red_2', merchantId: 'mer_foreign', redeemedAt: new Date('2026-01-01T12:00:00Z') },
    ])
  })
  await refreshAnalytics(services)
  services.clock.set('2026-11-22T12:09:00Z')
  owner = contextAs(services, await asOwner(services, ['mer_own']))
})

describe('rows of another merchant', () => {
  it('are in no figure of a plan, though they name it', async () => {
    expect((await getChurn(owner, ofPlan)).total).toMatchObject({ active: 1, canceled: 0 })
    expect((await getStartDates(owner, ofPlan)).points.at(-1)?.count).toBe(1)
    const { cells } = await getHeat(owner, ofPlan)
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(await getOverview(owner, { ...ofPlan, compare: true })).toMatchObject({
      active: { value: 1 },
      redemptions: { value: 1 },
    })
  })

  it('add no currency and no merchant to the best ones', async () => {
    const { currencies, rows } = await listTopMerchants(owner, { ...range, by: 'revenue' })
    expect([currencies, rows.map(({ merchantId }) => merchantId)]).toEqual([['usd'], ['mer_own']])
    expect((await listTopMerchants(owner, { ...range, by: 'revenue', currency: 'jpy' })).rows).toEqual([])
  })

  it('are no history to compare with', async () => {
    const { redemptions } = await getOverview(owner, { ...range, compare: true })
    expect(redemptions).toMatchObject({ value: 1, previous: null })
  })
})

describe('figures of one merchant', () => {
  it('are read now, however old those of all merchants are', async () => {
    const readAt = [
      (await getOverview(owner, { ...range, compare: true })).measuredAt,
      (await getChurn(owner, range)).measuredAt,
      (await getStartDates(owner, range)).measuredAt,
      (await getHeat(owner, range)).measuredAt,
    ]
    expect(readAt).toEqual(Array(4).fill(services.clock.now()))
  })

  it('that are dear are the same for five minutes, whatever was added up in the meantime', async () => {
    const first = await getHeat(owner, range)
    services.clock.advance(60_000)
    await refreshAnalytics(services)
    expect((await getHeat(owner, range)).measuredAt).toEqual(first.measuredAt)
  })
})

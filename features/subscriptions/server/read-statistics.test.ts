import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { churnWindowStart } from '../churn-rules'
import { billingIntervals, subscriptionStatuses } from '../contract'
import { growthPoints } from '../rules'
import { overallStatistics, planStatistics } from '../testing/row-statistics-factory'
import { readGrowth, readPlanStatistics, readStatistics } from './read-statistics'
import { subscriptions } from './tables'
import { writeSubscriptions, type SubscriptionWrite } from './write-subscriptions'

let services: TestServices
let admin: UserActor
const zone = 'America/New_York'
/** Two days after the start of daylight saving time. */
const now = new Date('2026-03-10T12:00:00Z')
const merchantIds = ['mer_a', 'mer_b']

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
})
async function begin(): Promise<void> {
  await services.database.truncate()
  services.clock.set(now)
  admin = await asAdmin(services)
  await insertMerchants(
    services,
    [...merchantIds, 'mer_empty'].map((id) => ({ id })),
  )
}
const write = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))

const anyTime = fc.oneof(
  fc.integer({ min: -50 * 24 * 60, max: 3 * 24 * 60 }).map((minutes) => new Date(now.getTime() + minutes * 60_000)),
  fc.constant(null),
)
const anyWrite = fc.record({
  id: fc.integer({ min: 1, max: 30 }).map((number) => `sub_${number}`),
  merchantId: fc.constantFrom(...merchantIds),
  planId: fc.constantFrom('pln_1', 'pln_2', null),
  status: fc.constantFrom(...subscriptionStatuses),
  amountMinor: fc.option(fc.oneof(fc.nat(50_000), fc.constant(2_147_483_647))),
  currency: fc.constantFrom('usd', 'EUR', 'jpy', null),
  interval: fc.constantFrom(...billingIntervals, null),
  intervalCount: fc.constantFrom(1, 2, 0, -1, null),
  createdAt: anyTime,
  updatedAt: anyTime,
})

const shared = { measuredAt: now, timeZone: zone }

describe('statistics', () => {
  it('§3 §0018 of the queries equal those of the rules for any data', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyWrite, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 3 }),
        async (batches) => {
          await begin()
          for (const batch of batches) await write(batch)
          const ctx = contextAs(services, admin)
          const rows = await services.db.select().from(subscriptions)
          for (const merchantId of [...merchantIds, 'mer_empty', undefined]) {
            const own = rows.filter((row) => merchantId === undefined || row.merchantId === merchantId)
            const since = churnWindowStart(zone, now)
            expect(await readStatistics(ctx, { merchantId })).toEqual({
              ...overallStatistics(own, zone, now),
              churnedSince: since,
              ...shared,
            })
            const active = own.filter(({ status }) => status === 'active').map(({ createdAt }) => createdAt)
            expect(await readGrowth(ctx, { merchantId })).toEqual({
              points: growthPoints(active, now, zone),
              ...shared,
            })
            if (merchantId)
              expect(await readPlanStatistics(ctx, { merchantId })).toEqual({
                plans: planStatistics(own, zone, now),
                ...shared,
              })
          }
        },
      ),
      { numRuns: 10 },
    )
  })

  it('§8 of a merchant without subscriptions are zeros', async () => {
    await begin()
    const ctx = contextAs(services, admin)
    expect(await readStatistics(ctx, { merchantId: 'mer_empty' })).toMatchObject({
      activeCount: 0,
      totalRevenue: [],
      averageRevenue: [],
      churnRate: 0,
      trialCount: 0,
      pastDueCount: 0,
    })
    expect((await readGrowth(ctx, { merchantId: 'mer_empty' })).points.every(({ count }) => count === 0)).toBe(true)
    expect((await readPlanStatistics(ctx, { merchantId: 'mer_empty' })).plans).toEqual([])
  })

  it('without a merchant cover everything that the caller may see', async () => {
    await begin()
    const sold = { status: 'active', amountMinor: 900, createdAt: now, updatedAt: now } as const
    await write([
      { ...sold, id: 'sub_1', merchantId: 'mer_a' },
      { ...sold, id: 'sub_2', merchantId: 'mer_b' },
    ])
    const activeFor = async (actor: UserActor) => (await readStatistics(contextAs(services, actor), {})).activeCount
    expect(await activeFor(admin)).toBe(2)
    expect(await activeFor(await asOwner(services, ['mer_a']))).toBe(1)
    expect(await activeFor(await asViewer(services, []))).toBe(0)
  })

  it('of a foreign or missing merchant are not found, and are refused to other roles', async () => {
    await begin()
    const owner = contextAs(services, await asOwner(services, ['mer_a', 'mer_gone']))
    for (const merchantId of ['mer_b', 'mer_gone'])
      for (const read of [readStatistics, readGrowth, readPlanStatistics])
        await expect(read(owner, { merchantId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const other = contextAs(services, await asCustomRole(services))
    await expect(readStatistics(other, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { checkAnalyticsCounters, readSnapshot, refreshAnalytics } from './refresh-analytics'

let services: TestServices
const now = new Date('2026-03-10T12:00:00Z')
const sold: SubscriptionWrite = {
  id: 'sub_1',
  merchantId: 'mer_a',
  status: 'active',
  amountMinor: 900,
  currency: 'usd',
  createdAt: new Date('2026-03-01T12:00:00Z'),
  updatedAt: new Date('2026-03-01T12:00:00Z'),
}
const write = (...rows: Partial<SubscriptionWrite>[]) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      rows.map((row) => ({ ...sold, ...row })),
    ),
  )

beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
})

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  return (
    await services.db.execute<Record<string, unknown>>(
      sql`select xmin::text as version, * from ${sql.identifier(table)} order by 2, 3`,
    )
  ).rows
}

describe('the refresh', () => {
  it('adds up all merchants, and writes only what has changed', async () => {
    await write({ id: 'sub_1' }, { id: 'sub_2', merchantId: 'mer_b' }, { id: 'sub_3', createdAt: now, updatedAt: now })
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [
        { id: 'red_1', merchantId: 'mer_a', redeemedAt: now },
        { id: 'red_2', merchantId: 'mer_b', redeemedAt: now },
      ]),
    )
    await refreshAnalytics(services)
    const first = await rowsOf('analytics_days')
    expect(
      first.map(({ day, entered_count: entered, entered_monthly_minor: monthly }) => [day, entered, monthly]),
    ).toEqual([
      ['2026-03-01', 2, 1_800],
      ['2026-03-10', 1, 900],
    ])
    expect((await rowsOf('analytics_hours')).map(({ count }) => count)).toEqual([2])

    await write({ id: 'sub_4', createdAt: now, updatedAt: now })
    await refreshAnalytics(services)
    const second = await rowsOf('analytics_days')
    expect(second[0]).toEqual(first[0])
    expect(second[1]).toMatchObject({ entered_count: 2 })
    expect(second[1]?.['version']).not.toBe(first[1]?.['version'])
  })

  it('takes out what has come to nothing', async () => {
    await write({ status: 'trialing' })
    await refreshAnalytics(services)
    expect((await rowsOf('analytics_days')).map(({ status }) => status)).toEqual(['trialing'])
    await services.db.execute(sql`delete from subscription_days`)
    await refreshAnalytics(services)
    expect(await rowsOf('analytics_days')).toEqual([])
  })

  it('§0018 mends what is wrong, and is compared with its source in one look', async () => {
    await write({})
    await refreshAnalytics(services)
    await services.db.execute(sql`update analytics_days set entered_count = 7`)
    await services.db.execute(sql`insert into analytics_hours values ('2026-03-01T00:00:00Z', 'completed', 3)`)
    expect(await checkAnalyticsCounters(services)).toEqual([])
    expect(await rowsOf('analytics_days')).toMatchObject([{ entered_count: 1 }])
    expect(await rowsOf('analytics_hours')).toEqual([])
  })

  it('is compared while others write', async () => {
    const writing = Array.from({ length: 10 }, (_, index) => write({ id: `sub_${index}` }))
    const checks = Array.from({ length: 4 }, () => checkAnalyticsCounters(services))
    expect((await Promise.all(checks)).flat()).toEqual([])
    await Promise.all(writing)
  })
})

describe('a kept answer', () => {
  const schema = z.object({ count: z.int() })
  const read = (count: number, key = 'answer') => readSnapshot(services, key, schema, async () => ({ count }))

  it('is read again after 15 minutes, and given out with its age', async () => {
    expect(await read(1)).toEqual({ data: { count: 1 }, measuredAt: now })
    services.clock.set(new Date('2026-03-10T12:14:59Z'))
    expect(await read(2)).toEqual({ data: { count: 1 }, measuredAt: now })
    services.clock.set(new Date('2026-03-10T12:15:00Z'))
    expect((await read(3)).data).toEqual({ count: 3 })
  })

  it('of another shape, or of a time to come, is read again', async () => {
    const keep = (data: object, measuredAt: string) =>
      services.db.execute(sql`
        insert into analytics_snapshots values ('other', ${JSON.stringify(data)}::jsonb, ${measuredAt}::timestamptz)
        on conflict (key) do update set data = excluded.data, measured_at = excluded.measured_at`)
    await keep({ total: 9 }, '2026-03-10T11:59:00Z')
    expect((await read(1, 'other')).data).toEqual({ count: 1 })
    services.clock.set(new Date('2026-03-10T12:01:00Z'))
    await keep({ count: 9 }, '2026-03-10T12:30:00Z')
    expect((await read(2, 'other')).data).toEqual({ count: 2 })
  })

  it('that no one asks for any more goes with the next refresh', async () => {
    await read(1, 'forgotten')
    services.clock.set(new Date('2026-03-11T12:00:01Z'))
    await refreshAnalytics(services)
    expect((await rowsOf('analytics_snapshots')).map(({ key }) => key)).not.toContain('forgotten')
  })
})

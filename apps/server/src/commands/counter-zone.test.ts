import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { findCounterZone } from '@quaff/features/settings/server'
import { writeSubscriptions, type SubscriptionWrite } from '@quaff/features/subscriptions/server'
import { inTransaction, type Services } from '@quaff/platform/server'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { runAggregates } from './aggregates'
import { requireCounterZone } from './counter-zone'

let services: TestServices
beforeEach(async () => {
  services = await createTestServices()
})

/** The same database under another PLATFORM_TIME_ZONE. */
const under = (timeZone: string) => ({ ...services, settings: { ...services.settings, timeZone } })

async function run(task: 'check' | 'rebuild', timeZone: string): Promise<string[]> {
  const lines: string[] = []
  await runAggregates(under(timeZone), task, (line) => lines.push(line))
  return lines
}

async function countersOf(): Promise<unknown> {
  const days = sql`select day::text, status, currency, created_count, updated_count, entered_count, entered_monthly_minor
    from subscription_days where created_count <> 0 or updated_count <> 0 or entered_count <> 0
    or entered_monthly_minor <> 0 order by 1, 2, 3, 4, 5, 6, 7`
  const hours = sql`select hour::text, count from redemption_hours where count <> 0 order by 1, 2`
  const sums = sql`select day::text, status, entered_count from analytics_days order by 1, 2, 3`
  return Promise.all(
    [days, hours, sums].map(async (query) => (await services.db.execute<Record<string, unknown>>(query)).rows),
  )
}

async function trade(own: Services): Promise<void> {
  await insertMerchants(services, [{ id: 'mer_1' }])
  const sold = (id: string, more: Partial<SubscriptionWrite>): SubscriptionWrite => ({
    id,
    merchantId: 'mer_1',
    status: 'active',
    amountMinor: 900,
    currency: 'usd',
    createdAt: new Date('2026-03-01T20:00:00Z'),
    updatedAt: new Date('2026-03-01T20:00:00Z'),
    ...more,
  })
  const later = { updatedAt: new Date('2026-03-04T19:30:00Z') }
  const end = { status: 'canceled', updatedAt: new Date('2026-03-06T18:15:00Z') } as const
  for (const batch of [
    [
      sold('sub_1', {}),
      sold('sub_2', { status: 'trialing' }),
      sold('sub_3', end),
      sold('sub_4', {}),
      sold('sub_5', {}),
    ],
    [sold('sub_1', end), sold('sub_2', later), sold('sub_4', { ...later, amountMinor: 1_900 })],
    // One changes its currency, another its price at the end.
    [sold('sub_4', { ...end, amountMinor: 2_500 }), sold('sub_5', { ...later, currency: 'chf' })],
  ])
    await inTransaction(own, (tx) => writeSubscriptions(own, tx, batch))
  await inTransaction(own, (tx) =>
    writeRedemptions(own, tx, [{ id: 'red_1', merchantId: 'mer_1', redeemedAt: new Date('2026-03-01T20:50:00Z') }]),
  )
}

describe('the zone of the daily counters', () => {
  it('may be chosen again by a restart until there is a merchant', async () => {
    for (const timeZone of ['UTC', 'Asia/Kathmandu', 'America/New_York']) await requireCounterZone(under(timeZone))
    expect(await findCounterZone(services.db)).toEqual({ timeZone: 'America/New_York', isComplete: true })
    await insertMerchants(services, [{ id: 'mer_1' }])
    await expect(requireCounterZone(under('UTC'))).rejects.toThrow('daily counters use America/New_York')
  })

  it('is kept from then on, and any name of it will do', async () => {
    await insertMerchants(services, [{ id: 'mer_1' }])
    await requireCounterZone(under('Asia/Kolkata'))
    await requireCounterZone(under('Asia/Calcutta'))
    await expect(requireCounterZone(under('UTC'))).rejects.toThrow(
      'PLATFORM_TIME_ZONE is UTC, but daily counters use Asia/Kolkata. Change it back, or stop all servers and run `npm run aggregates -- --rebuild`.',
    )
    await expect(run('check', 'UTC')).rejects.toThrow('PLATFORM_TIME_ZONE is UTC')
  })

  it('can be changed by a rebuild, after which every counter is as if it had always been so', async () => {
    await trade(under('Asia/Kathmandu'))
    await run('rebuild', 'Asia/Kathmandu')
    const expected = await countersOf()
    await services.database.truncate()
    await requireCounterZone(services)
    await trade(services)
    const lines = await run('rebuild', 'Asia/Kathmandu')
    expect(lines).toEqual([
      'Rebuilding for Asia/Kathmandu (was UTC)…',
      'Merchants: 1 of 1',
      'Platform totals: done',
      expect.stringMatching(/^✓ aggregates {2}[1-9]\d* repaired/),
    ])
    expect(await countersOf()).toEqual(expected)
    await requireCounterZone(under('Asia/Kathmandu'))
    expect(await run('check', 'Asia/Kathmandu')).toEqual(['✓ aggregates  No differences found'])
    await expect(requireCounterZone(services)).rejects.toThrow('PLATFORM_TIME_ZONE is UTC')
  })

  it('and back again', async () => {
    await requireCounterZone(services)
    await trade(services)
    await run('rebuild', 'UTC')
    const before = await countersOf()
    await run('rebuild', 'Pacific/Auckland')
    expect(await countersOf()).not.toEqual(before)
    await run('rebuild', 'UTC')
    expect(await countersOf()).toEqual(before)
  })

  it('half rebuilt lets no server start until the rebuild is done', async () => {
    await requireCounterZone(services)
    await trade(services)
    const stop = (line: string) => {
      if (line.startsWith('Merchants')) throw new Error('stopped')
    }
    await expect(runAggregates(under('Asia/Kathmandu'), 'rebuild', stop)).rejects.toThrow('stopped')
    await expect(requireCounterZone(services)).rejects.toThrow('PLATFORM_TIME_ZONE is UTC')
    await expect(requireCounterZone(under('Asia/Kathmandu'))).rejects.toThrow('only partly rebuilt')
    await run('rebuild', 'Asia/Kathmandu')
    await requireCounterZone(under('Asia/Kathmandu'))
  })
})

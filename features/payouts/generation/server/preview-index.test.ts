import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { planOf } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listEndedPeriods, rangeOfPeriod } from '../../period-rules'
import { everyLateCharge } from './late-charges-store'
import { missingQuery } from './missing-store'
import { chargesOfPeriod } from './preview-store'

let services: TestServices
const february = rangeOfPeriod('UTC', '2026-02')
const january = rangeOfPeriod('UTC', '2026-01')

/** A year of charges for 100 merchants, about one every nine minutes. */
beforeAll(async () => {
  services = await createTestServices()
  await services.db.execute(sql`
    insert into subscription_charges (subscription_id, period_start, period_end, merchant_id, amount_minor, currency, recorded_at)
    select 'sub_' || n, at, at, 'mer_' || n % 100, 2900, 'usd', at
    from (select n, timestamptz '2025-03-10' + n * interval '8 minutes 45 seconds' as at from generate_series(1, 60000) n) x`)
  await services.db.execute(sql`vacuum analyze subscription_charges`)
}, 60_000)

describe('at 60,000 charges, with the planner’s own choice', () => {
  it('the sums of a month come from its counters', async () => {
    const plan = await planOf(services.db, chargesOfPeriod(february))
    expect(plan).toContain('subscription_charge_months')
    expect(plan).not.toMatch(/subscription_charges/)
  })

  it('months without payouts are found without reading each charge of a month', async () => {
    const plan = await planOf(services.db, missingQuery(listEndedPeriods('UTC', new Date('2026-04-10'), 24)))
    expect(plan).toContain('subscription_charge_months')
    // Held charges are few, and each is looked up.
    expect(plan.match(/ on subscription_charges .*/g)).toHaveLength(1)
    expect(plan).toContain('Index Cond: (period_start = charge_holds.period_start)')
  })

  it('months that begin at another instant read the difference by index-only scans', async () => {
    const plan = await planOf(services.db, chargesOfPeriod(rangeOfPeriod('America/Los_Angeles', '2026-02')))
    expect(plan.match(/Index Only Scan using subscription_charges_period /g)).toHaveLength(2)
    expect(plan).not.toContain('Seq Scan on subscription_charges')
  })

  it('late charges are searched among those recorded late, and where some are unpaid', async () => {
    const plan = await planOf(services.db, everyLateCharge(february, chargesOfPeriod(january)))
    expect(plan).toContain('subscription_charges_recorded_late')
    expect(plan).not.toContain('Seq Scan on subscription_charges')
  })

  it.each(['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'the sums match the charges in %s',
    async (zone) => {
      const { start, end } = rangeOfPeriod(zone, '2026-02')
      const counted = await services.db.execute<Record<string, unknown>>(sql`
        select charged."merchantId" as id, charged.amount::text, charged.count::text
        from (${chargesOfPeriod({ start, end })}) charged order by 1`)
      const read = await services.db.execute<Record<string, unknown>>(sql`
        select merchant_id as id, sum(amount_minor)::text as amount, count(*)::text as count from subscription_charges
        where period_start >= ${start.toISOString()}::timestamptz and period_start < ${end.toISOString()}::timestamptz
        group by 1 order by 1`)
      expect(counted.rows).toHaveLength(100)
      expect(counted.rows).toEqual(read.rows)
    },
  )
})

import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { rangeOfPeriod } from '../../period/rules'
import { chargesOfPeriod } from './preview-store'
import { lateCharges } from './late-charges-store'

let services: TestServices
const february = rangeOfPeriod('UTC', '2026-02')

/** A year of charges of 100 merchants, one in about nine minutes. */
beforeAll(async () => {
  services = await createTestServices()
  await services.db.execute(sql`
    insert into subscription_charges (subscription_id, period_start, period_end, merchant_id, amount_minor, currency, recorded_at)
    select 'sub_' || n, at, at, 'mer_' || n % 100, 2900, 'usd', at
    from (select n, timestamptz '2025-03-10' + n * interval '8 minutes 45 seconds' as at from generate_series(1, 60000) n) x`)
  await services.db.execute(sql`vacuum analyze subscription_charges`)
}, 60_000)

async function planOf(query: SQL): Promise<string> {
  const { rows } = await services.db.execute(sql`explain ${query}`)
  return rows.map((line) => Object.values(line).join('')).join('\n')
}

describe('at 60,000 charges, by the planner’s own choice', () => {
  it('the sums of a month come from one index alone', async () => {
    expect(await planOf(chargesOfPeriod(february))).toContain('Index Only Scan using subscription_charges_period ')
  })

  it('late charges are looked for among those of the time since', async () => {
    const plan = await planOf(lateCharges(february))
    expect(plan).toMatch(/subscription_charges_recorded/)
    expect(plan).not.toContain('Seq Scan on subscription_charges')
  })
})

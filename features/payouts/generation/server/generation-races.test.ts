import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { isRefusal } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { approvePayout, carryOver } from '../../progress/server/change-payout'
import { discardPayout } from '../../progress/server/discard-payout'
import { payoutAdjustments, payoutCharges, payouts } from '../../server/tables'
import { insertAdjustment, insertCharge } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'

/** Runs concurrently on PostgreSQL. The embedded database runs the calls one after another. */
const rounds = Number(process.env['LONG_ROUNDS'] ?? 4)

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(startAfresh)

async function startAfresh(): Promise<void> {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a' }])
}
const generate = (period: string) => generatePayouts(admin, { period, merchantIds: ['mer_a'] })
const inRounds = async (play: () => Promise<void>) => {
  for (let round = 0; round < rounds; round += 1) {
    await startAfresh()
    await play()
  }
}
/** Payouts whose gross or count differs from their lines. */
const unlike = async () =>
  (
    await services.db.execute<Record<string, unknown>>(sql`
    select p.id from payouts p left join (select l.payout_id, sum(c.amount_minor) as gross, count(*) as count
      from payout_charges l join subscription_charges c using (subscription_id, period_start) group by 1) lines
      on lines.payout_id = p.id
    where p.gross_minor <> coalesce(lines.gross, 0) or p.renewal_count <> coalesce(lines.count, 0)`)
  ).rows

describe('a generation concurrent with', () => {
  it(
    'another one, a discard and an approval pays every charge exactly once',
    () =>
      inRounds(async () => {
        await insertCharge(services, { merchantId: 'mer_a' })
        const { results } = await generate('2026-02')
        const input = { payoutId: results[0]?.payoutIds[0] ?? '', version: 1 }
        const played = await Promise.allSettled([
          discardPayout(admin, input),
          generate('2026-02'),
          approvePayout(admin, input),
          generate('2026-02'),
        ])
        // The late call gets a typed refusal, not an unexpected error.
        for (const one of played) if (one.status === 'rejected') expect(isRefusal(one.reason)).toBe(true)
        await generate('2026-02')
        expect(await services.db.select().from(payouts)).toMatchObject([{ grossMinor: 2_900, renewalCount: 1 }])
        expect(await services.db.$count(payoutCharges)).toBe(1)
      }),
    rounds * 1_000 + 20_000,
  )

  it(
    'new charges sums what it links, and the next month takes the rest',
    () =>
      inRounds(async () => {
        const charge = () => insertCharge(services, { merchantId: 'mer_a', recordedAt: services.clock.now() })
        await charge()
        const count = 1 + 8
        await Promise.all([
          charge(),
          charge(),
          generate('2026-02'),
          charge(),
          charge(),
          generate('2026-02'),
          charge(),
          charge(),
          charge(),
          charge(),
        ])
        expect(await unlike()).toEqual([])
        services.clock.set('2026-04-01T00:00:00Z')
        await Promise.all([generate('2026-03'), generate('2026-03')])
        expect(await unlike()).toEqual([])
        expect(await services.db.$count(payoutCharges)).toBe(count)
      }),
    rounds * 1_000 + 20_000,
  )

  it(
    'a carry-over takes the waiting amount once, now or in the next month',
    () =>
      inRounds(async () => {
        await insertAdjustment(services, { merchantId: 'mer_a', amountMinor: -900 })
        const { results } = await generate('2026-01')
        const input = { payoutId: results[0]?.payoutIds[0] ?? '', version: 1 }
        await Promise.all([generate('2026-02'), carryOver(admin, input)])
        await generate('2026-02')
        const rows = await services.db.select().from(payouts).orderBy(payouts.period)
        expect(rows.map(({ period, netMinor }) => [period, netMinor])).toEqual([
          ['2026-01', 0],
          ['2026-02', -900],
        ])
        expect(await services.db.$count(payoutAdjustments, sql`payout_id is null`)).toBe(0)
      }),
    rounds * 1_000 + 20_000,
  )
})

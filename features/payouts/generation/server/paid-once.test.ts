import { isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { decideHold, holdCharge } from '@quaff/features/subscriptions/server'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { rangeOfPeriod, shiftPeriod } from '../../period-rules'
import { discardPayout } from '../../progress/server/discard-payout'
import { payouts } from '../../server/tables'
import { insertAdjustment, insertCharge } from '../../testing/payout-factory'
import { generatePayouts } from './generate-payouts'
import { previewPayouts } from './preview-payouts'

let services: TestServices
let admin: TestContext
const zone = 'America/New_York'
const first = '2025-11'
const merchantIds = ['mer_1', 'mer_2']
const currencies = ['usd', 'eur']

beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
})

/**
 * `month` counts from the first one; `into` is the position in it in thousandths. A charge in the future is recorded
 * later.
 */
const place = { who: fc.nat(1), currency: fc.nat(1), amount: fc.integer({ min: 0, max: 2 ** 31 - 1 }) }
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('charge'), month: fc.nat(3), into: fc.nat(999), ...place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('adjust'), month: fc.nat(3), into: fc.nat(999), ...place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('generate'), month: fc.nat(3), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('discard'), month: fc.nat(3), twice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), month: fc.nat(3), twice: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold'), month: fc.nat(9), twice: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release'), month: fc.nat(3), twice: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const monthOf = (index: number) => rangeOfPeriod(zone, shiftPeriod(first, index))

async function play(one: Step): Promise<void> {
  const { period, start, end } = monthOf(one.month)
  if ('who' in one) {
    const line = { merchantId: merchantIds[one.who] ?? '', currency: currencies[one.currency] ?? '' }
    if (one.kind === 'adjust') {
      await insertAdjustment(services, { ...line, amountMinor: one.amount - 2 ** 30 })
      return
    }
    const periodStart = new Date(start.getTime() + Math.floor(((end.getTime() - start.getTime()) * one.into) / 1000))
    const recordedAt = new Date(Math.max(periodStart.getTime(), services.clock.now().getTime()))
    services.clock.set(recordedAt)
    await insertCharge(services, { ...line, periodStart, recordedAt, amountMinor: one.amount })
    return
  }
  if (one.kind === 'wait') return services.clock.advance(20 * 86_400_000)
  if (one.kind === 'hold') {
    const charges = await services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.recordedAt)
    const held = charges[one.month % Math.max(1, charges.length)]
    const reason = one.twice ? 'dispute' : 'overlap'
    if (held)
      await inTransaction(services, (tx) => holdCharge(tx, { ...held, reason, createdAt: services.clock.now() }))
    return
  }
  if (one.kind === 'release') return releaseHolds(2)
  if (one.kind === 'discard') {
    const [payout] = await services.db.select().from(payouts).orderBy(payouts.period).limit(1)
    if (payout) await discardPayout(admin, { payoutId: payout.id, version: payout.version })
    return
  }
  if (end > services.clock.now()) return
  const generate = () => generatePayouts(admin, { period, merchantIds })
  await Promise.all(one.twice ? [generate(), generate()] : [generate()])
}

async function releaseHolds(limit: number): Promise<void> {
  const open = await services.db.select().from(chargeHolds).where(isNull(chargeHolds.releasedAt)).limit(limit)
  for (const hold of open)
    await inTransaction(services, (tx) => decideHold(tx, hold, { at: services.clock.now(), by: null, pays: true }))
}

const rowsOf = async (query: ReturnType<typeof sql>) => (await services.db.execute<Record<string, unknown>>(query)).rows

/** Payouts whose amounts differ from the sums of their lines. */
const unlike = sql`select p.id from payouts p
  left join (select l.payout_id, sum(c.amount_minor) as gross, count(*) as count from payout_charges l
    join subscription_charges c using (subscription_id, period_start) group by 1) lines on lines.payout_id = p.id
  left join (select payout_id, sum(amount_minor) as amount from payout_adjustments group by 1) a on a.payout_id = p.id
  where p.gross_minor <> coalesce(lines.gross, 0) or p.renewal_count <> coalesce(lines.count, 0)
    or p.adjustments_minor <> coalesce(a.amount, 0) or p.net_minor <> p.gross_minor - p.fee_minor + p.adjustments_minor`
/** Lines in a payout of another merchant or currency. */
const strayed = sql`select c.subscription_id from payout_charges l
  join subscription_charges c using (subscription_id, period_start) join payouts p on p.id = l.payout_id
  where c.merchant_id <> p.merchant_id or c.currency <> p.currency or c.period_start >= p.period_end`
const unpaid = sql`select c.subscription_id from subscription_charges c
  left join payout_charges l using (subscription_id, period_start) where l.payout_id is null`
const sums = sql`select coalesce(c.currency, p.currency) as currency, c.amount as charged, p.amount as paid
  from (select currency, sum(amount_minor) as amount from subscription_charges group by 1) c
  full join (select currency, sum(gross_minor) as amount from payouts group by 1) p using (currency)
  where coalesce(c.amount, 0) <> coalesce(p.amount, 0)`

/** An existing payout moves it to another section of the preview. */
async function previewed(period: string) {
  const { rows } = await previewPayouts(admin, { period, state: 'new' })
  return rows.toSorted((one, other) =>
    `${one.merchantId} ${one.currency}`.localeCompare(`${other.merchantId} ${other.currency}`),
  )
}

it('§0020 pays every charge exactly once, in any order of late charges, holds and repeated generations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), fc.array(fc.nat(5)), async (steps, order) => {
      await services.database.truncate()
      services.clock.set(monthOf(0).start)
      admin = contextAs(services, await asAdmin(services))
      await insertMerchants(
        services,
        merchantIds.map((id) => ({ id })),
      )
      for (const one of steps) {
        await play(one)
        expect([await rowsOf(unlike), await rowsOf(strayed)]).toEqual([[], []])
      }
      await releaseHolds(100)
      const last = Math.max(5, Math.ceil((services.clock.now().getTime() - monthOf(0).start.getTime()) / 2_419_200_000))
      services.clock.set(new Date(Math.max(monthOf(last).end.getTime(), services.clock.now().getTime())))
      const everyMonth = Array.from({ length: last + 1 }, (_, index) => index)
      for (const index of [...order, ...everyMonth]) {
        const { period } = monthOf(index)
        const foretold = await previewed(period)
        await generatePayouts(admin, { period, merchantIds })
        expect(await previewed(period)).toEqual(foretold.map((row) => ({ ...row, state: 'exists' })))
      }
      expect([await rowsOf(unpaid), await rowsOf(sums), await rowsOf(unlike), await rowsOf(strayed)]).toEqual([
        [],
        [],
        [],
        [],
      ])
      expect(await rowsOf(sql`select id from payout_adjustments where payout_id is null`)).toEqual([])
    }),
    { numRuns: Number(process.env['LONG_ROUNDS'] ?? 10) },
  )
}, 300_000)

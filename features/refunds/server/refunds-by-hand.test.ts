import { call } from '@orpc/server'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { payoutAdjustments } from '@quaff/features/payouts/tables'
import { writeSubscriptions } from '@quaff/features/subscriptions/server'
import { inTransaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asCustomer } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { refundsRouter } from './index'
import { recordRefund, type RefundState } from './record-refund'

const services = await createTestServices()
const february = new Date('2026-02-10T08:00:00Z')
let admin: TestContext

async function begin() {
  await services.database.truncate()
  services.clock.set('2026-02-20T12:00:00Z')
  admin = contextAs(services, await asAdmin(services))
  await insertMerchants(services, [{ id: 'mer_a' }])
  await asCustomer(services, { userId: 'per_1' })
  await charge('sub_1')
}
beforeEach(begin)

const charge = (id: string) =>
  inTransaction(services, (tx) =>
    writeSubscriptions(services, tx, [
      {
        id,
        merchantId: 'mer_a',
        userId: 'per_1',
        status: 'active',
        amountMinor: 20_000,
        createdAt: february,
        updatedAt: february,
        currentPeriodStart: february,
        currentPeriodEnd: new Date('2026-03-10T08:00:00Z'),
      },
    ]),
  )

const report = (state: Partial<RefundState> & { providerId: string; amountMinor: number }) => {
  services.clock.advance(1_000)
  return inTransaction(services, (tx) =>
    recordRefund(admin, tx, {
      source: 'stripe',
      paymentGroup: 'ch_1',
      kind: 'refund',
      status: 'recorded',
      merchantId: 'mer_a',
      subscriptionId: 'sub_1',
      chargeAt: february,
      currency: 'usd',
      reason: null,
      occurredAt: services.clock.now(),
      stateAt: services.clock.now(),
      ...state,
    }),
  )
}
const reportSum = (amountMinor: number, state: Partial<RefundState> = {}) =>
  report({ providerId: 'ch_1', isSum: true, amountMinor, ...state })
const byHand = (amountMinor: number, details: object = {}) => {
  services.clock.advance(1_000)
  const input = { subscriptionId: 'sub_1', periodStart: february, amountMinor, reason: 'Closed for a week', ...details }
  return call(refundsRouter.record, input, { context: admin })
}
const taken = async () =>
  (await services.db.select().from(payoutAdjustments)).reduce((sum, { amountMinor }) => sum - amountMinor, 0)
const listed = async () =>
  (await call(refundsRouter.list, { subscriptionId: 'sub_1' }, { context: admin })).rows.map(
    ({ amount, source, status, reason }) => [source, status, amount, reason],
  )
const alreadyRecorded = { reason: 'ALREADY_RECORDED' }

describe('a refund by hand that is reported too', () => {
  it.each(['stripe', 'ingest'] as const)(
    'counts once, keeps its reason, and follows its report: %s',
    async (source) => {
      await byHand(900)
      const one = { source, providerId: 're_1', amountMinor: 900, reason: 'requested by customer' }
      await report(one)
      expect(await taken()).toBe(900)
      expect(await listed()).toEqual([[source, 'recorded', 900, 'Closed for a week']])
      await report({ ...one, status: 'reversed' })
      expect(await taken()).toBe(0)
      expect(await listed()).toEqual([[source, 'reversed', 900, 'Closed for a week']])
      const audit = await services.db.select().from(adminAuditLogs)
      expect(audit.map(({ action }) => action).filter((action) => action.includes('refund'))).toEqual([
        'record_refund',
        'match_refund',
        'reverse_refund',
      ])
    },
  )

  it('is not recorded after its report, unless it is another one', async () => {
    await report({ providerId: 're_1', amountMinor: 900 })
    await expect(byHand(900)).rejects.toMatchObject({
      ...alreadyRecorded,
      message:
        'A refund of 9.00 USD of this charge was already reported. Record another one only if the subscriber was refunded twice.',
    })
    await byHand(901)
    await byHand(900, { isAnother: true })
    expect(await taken()).toBe(900 + 901 + 900)
    await report({ providerId: 're_2', amountMinor: 900 })
    expect(await taken()).toBe(900 + 901 + 900)
  })

  it('counts once beside the sum of its payment, before and after it', async () => {
    await byHand(500)
    await reportSum(500)
    expect(await taken()).toBe(500)
    await reportSum(1_200)
    expect(await taken()).toBe(1_200)
    await expect(byHand(700)).rejects.toMatchObject(alreadyRecorded)
    await byHand(300, { isAnother: true })
    expect(await taken()).toBe(1_500)
  })

  it('of another amount, charge or kind stays its own', async () => {
    await charge('sub_2')
    await byHand(900)
    await report({ providerId: 're_1', amountMinor: 901 })
    await report({ providerId: 're_2', amountMinor: 900, subscriptionId: 'sub_2' })
    await report({ providerId: 'dp_1', amountMinor: 900, kind: 'dispute', status: 'lost' })
    expect(await taken()).toBe(900 + 901 + 900 + 900)
  })

  it('counts once if its report waits for the charge', async () => {
    await report({ providerId: 're_1', amountMinor: 900, subscriptionId: 'sub_late' })
    await charge('sub_late')
    await expect(byHand(900, { subscriptionId: 'sub_late' })).rejects.toMatchObject(alreadyRecorded)
  })

  it('of two with the same amount each report matches one', async () => {
    await byHand(500)
    await byHand(500)
    await report({ providerId: 're_1', amountMinor: 500 })
    expect(await taken()).toBe(1_000)
    await report({ providerId: 're_2', amountMinor: 500 })
    expect(await taken()).toBe(1_000)
    await report({ providerId: 're_3', amountMinor: 500 })
    expect(await taken()).toBe(1_500)
  })
})

const anyRefund = fc.record({
  amountMinor: fc.constantFrom(500, 500, 700),
  known: fc.constantFrom('by both', 'by both', 'by report', 'by hand'),
  fails: fc.constantFrom(false, false, true),
})

it('every refund counts once, whatever is reported or recorded first, and however often', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRefund, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
      async (refunds, order) => {
        await begin()
        const seen = new Set<number>()
        const at = (minute: number) => new Date(february.getTime() + minute * 60_000)
        let sum = 0
        let truth = 0
        const steps: (() => Promise<unknown>)[] = []
        for (const [index, { amountMinor: drawn, known, fails }] of refunds.entries()) {
          // A unique amount: only the administrator can distinguish two equal ones.
          const amountMinor = known === 'by hand' ? 301 + index : drawn
          const isReported = known !== 'by hand'
          truth += fails && isReported ? 0 : amountMinor
          if (isReported) {
            const one = { providerId: `re_${index}`, amountMinor, occurredAt: at(index) }
            const tell = (state: Partial<RefundState>) => async () => {
              seen.add(index)
              await report({ ...one, stateAt: at(index), ...state })
            }
            steps.push(tell({}), tell({}))
            if (fails) steps.push(tell({ status: 'reversed', stateAt: at(60) }))
            const total = (sum += amountMinor)
            steps.push(() => reportSum(total, { occurredAt: february, stateAt: at(index) }))
          }
          if (known !== 'by report')
            steps.push(async () => {
              if (fails && seen.has(index)) return
              await byHand(amountMinor).catch((error: unknown) => {
                expect(error).toMatchObject(alreadyRecorded)
                return seen.has(index) ? undefined : byHand(amountMinor, { isAnother: true })
              })
            })
        }
        const shuffled = steps
          .map((step, index) => ({ step, key: order[index % order.length] ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
        for (const { step } of shuffled) await step()
        expect(await taken()).toBe(truth)
        const rows = await listed()
        expect(
          rows.reduce((total, [, status, amount]) => total + (status === 'recorded' ? Number(amount) : 0), 0),
        ).toBe(truth)
      },
    ),
    { numRuns: Number(process.env['LONG_ROUNDS'] ?? 25) },
  )
}, 120_000)

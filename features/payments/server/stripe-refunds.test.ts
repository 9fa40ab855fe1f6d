import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { generatePayouts } from '@quaff/features/payouts/server'
import { payoutAdjustments } from '@quaff/features/payouts/tables'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { refunds } from '@quaff/features/refunds/tables'
import { chargeHolds, subscriptionCharges } from '@quaff/features/subscriptions/tables'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import {
  oldStripeInvoice,
  oldStripeSubscription,
  periodOf,
  stripeCharge,
  stripeCreditNote,
  stripeDispute,
  stripeEvent,
  stripeInvoice,
  stripeInvoicePayment,
  stripeRefund,
  stripeSubscription,
} from '../testing/stripe-event-factory'
import { paymentEvents } from './tables'
import { takePaymentEvent } from './take-event'

const services = await createTestServices()
const start = periodOf(2).start
type Event = ReturnType<typeof stripeEvent>
const at = (minutes: number) => ({ created: start + minutes * 60 })

async function openBusiness() {
  await services.database.truncate()
  services.clock.set(new Date('2026-05-01T12:00:00Z'))
  await insertMerchants(services, [{ id: 'mer_a' }])
  await insertPlan(services, { id: 'pln_a', merchantId: 'mer_a' })
  await asCustomer(services, { userId: 'per_1' })
}
beforeEach(openBusiness)

async function send(...events: Event[]) {
  const answers: string[] = []
  for (const event of events) {
    const { outcome, reason } = await takePaymentEvent(contextAs(services, anonymous), true, event)
    answers.push(reason ? `${outcome} ${reason}` : outcome)
  }
  return answers
}
const lines = async () =>
  (await services.db.select().from(payoutAdjustments).orderBy(payoutAdjustments.createdAt, payoutAdjustments.id)).map(
    ({ kind, amountMinor, currency }) => `${kind} ${amountMinor} ${currency}`,
  )
/** Returns the amounts due and whether the late charge was withheld. */
async function sums() {
  const taken = (await services.db.select().from(payoutAdjustments)).reduce((sum, line) => sum - line.amountMinor, 0)
  const holds = await services.db.select().from(chargeHolds)
  return { taken, isHeld: holds.some(({ releasedAt }) => releasedAt === null) }
}

const paid = () => [
  stripeEvent('customer.subscription.created', stripeSubscription(), at(0)),
  stripeEvent('invoice.paid', stripeInvoice(), at(1)),
  stripeEvent('invoice_payment.paid', stripeInvoicePayment(), at(1)),
]
const paidBefore2025 = () => [
  stripeEvent('customer.subscription.created', oldStripeSubscription(), at(0)),
  stripeEvent('invoice.paid', oldStripeInvoice({ charge: 'ch_1', payment_intent: 'pi_1' }), at(1)),
]

describe.each([
  ['since 2025', paid],
  ['before 2025', paidBefore2025],
])('a payment in the shape of the versions %s', (_versions, pay) => {
  it('that is refunded becomes a negative line that names its charge', async () => {
    await send(...pay())
    expect(await send(stripeEvent('charge.refunded', stripeCharge(), at(5)))).toEqual(['created'])
    expect(await services.db.select().from(payoutAdjustments)).toMatchObject([
      {
        kind: 'refund',
        amountMinor: -2_900,
        merchantId: 'mer_a',
        payoutId: null,
        subscriptionId: 'sub_stripe',
        chargePeriodStart: new Date(start * 1_000),
      },
    ])
    const audit = await services.db.select().from(adminAuditLogs)
    expect(audit.filter(({ action }) => action === 'record_refund')).toMatchObject([{ merchantId: 'mer_a' }])
  })

  it('that is refunded before it is known waits, and is applied when the charge arrives', async () => {
    const refund = stripeEvent('refund.created', stripeRefund(), at(5))
    expect(await send(refund)).toEqual(['unmatched UNKNOWN_PAYMENT'])
    await send(...pay().toReversed())
    expect(await lines()).toEqual(['refund -2900 usd'])
    expect(await send(refund)).toEqual(['duplicate'])
  })
})

describe('what counts once', () => {
  it('partial refunds: the sum of the payment grows, and each refund is reported separately', async () => {
    await send(...paid())
    await send(
      stripeEvent('charge.refunded', stripeCharge({ amount_refunded: 1_000 }), at(5)),
      stripeEvent('refund.created', stripeRefund({ amount: 1_000, ...at(5) }), at(5)),
      stripeEvent('refund.created', stripeRefund({ id: 're_2', amount: 500, ...at(6) }), at(6)),
      stripeEvent('charge.refunded', stripeCharge({ amount_refunded: 1_500 }), at(6)),
      stripeEvent('charge.refund.updated', stripeRefund({ amount: 1_000, ...at(5) }), at(7)),
      stripeEvent(
        'credit_note.created',
        stripeCreditNote({
          amount: 500,
          post_payment_amount: 500,
          refunds: [{ refund: 're_2', amount_refunded: 500 }],
        }),
        at(6),
      ),
    )
    expect(await sums()).toEqual({ taken: 1_500, isHeld: false })
  })

  it('a refund that fails, and a credit note that is voided, are given back', async () => {
    await send(...paid())
    await send(
      stripeEvent('refund.created', stripeRefund({ amount: 900 }), at(5)),
      stripeEvent('refund.failed', stripeRefund({ amount: 900, status: 'failed' }), at(9)),
      stripeEvent('credit_note.created', stripeCreditNote({ amount: 400, post_payment_amount: 400 }), at(10)),
      stripeEvent(
        'credit_note.voided',
        stripeCreditNote({ amount: 400, post_payment_amount: 400, status: 'void' }),
        at(11),
      ),
    )
    expect(await lines()).toEqual([
      'refund -900 usd',
      'refund_reversal 900 usd',
      'refund -400 usd',
      'refund_reversal 400 usd',
    ])
  })

  it('a credit before the payment takes nothing, and one beside a refund of an older version what was paid outside', async () => {
    await send(...paidBefore2025())
    const old = { post_payment_amount: undefined, refunds: undefined }
    await send(
      stripeEvent('credit_note.created', stripeCreditNote({ ...old, type: 'pre_payment', amount: 300 }), at(5)),
      stripeEvent(
        'credit_note.created',
        stripeCreditNote({ ...old, id: 'cn_2', refund: 're_1', amount: 900, out_of_band_amount: 200 }),
        at(6),
      ),
      stripeEvent('refund.created', stripeRefund({ amount: 700 }), at(6)),
    )
    expect((await sums()).taken).toBe(900)
  })

  it('never takes more than the charge, and says so', async () => {
    await send(...paid())
    await send(stripeEvent('refund.created', stripeRefund({ amount: 3_100 }), at(5)))
    expect(await lines()).toEqual(['refund -2900 usd'])
    expect(await services.db.select().from(refunds)).toMatchObject([{ problem: 'EXCEEDS_CHARGE', bookedMinor: 2_900 }])
  })

  it('keeps a refund in another currency as unmatched', async () => {
    await send(...paid())
    const foreign = stripeEvent('refund.created', stripeRefund({ currency: 'eur' }), at(5))
    expect(await send(foreign)).toEqual(['unmatched REFUND_CURRENCY'])
    expect(await lines()).toEqual([])
    expect(await services.db.select().from(paymentEvents)).toContainEqual(
      expect.objectContaining({ eventId: foreign.id, outcome: 'unmatched', nextAttemptAt: null }),
    )
  })
})

describe('a refund of a charge whose billed amount changes', () => {
  /** A change within the period that credits 9.00 of it. */
  const credit = () => {
    const period = { start: start + 600, end: periodOf(2).end }
    const line = {
      amount: -900,
      currency: 'usd',
      period,
      proration: true,
      parent: { type: 'invoice_item_details', subscription_item_details: { proration: true } },
    }
    const facts = { id: 'in_change', billing_reason: 'subscription_update', total: -900, payments: undefined }
    return stripeEvent('invoice.paid', stripeInvoice({ ...facts, lines: { data: [line], has_more: false } }), at(10))
  }
  const refund = () => stripeEvent('refund.created', stripeRefund({ amount: 2_500 }), at(12))
  const generate = async () =>
    generatePayouts(contextAs(services, await asAdmin(services)), { period: '2026-03', merchantIds: ['mer_a'] })
  /** The charge's total over all payouts. */
  const balance = async () => {
    const [charge] = await services.db.select().from(subscriptionCharges)
    const all = await services.db.select().from(payoutAdjustments)
    return (charge?.amountMinor ?? 0) + all.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  }

  it.each([
    ['before the refund', () => [...paid(), credit(), refund()]],
    ['after the refund', () => [...paid(), refund(), credit()]],
    ['before its subscription', () => [refund(), credit(), ...paid()]],
  ])('takes at most what is owed: %s', async (_when, events) => {
    await send(...events())
    expect([await balance(), (await sums()).taken]).toEqual([0, 2_000])
    expect(await services.db.select().from(refunds)).toMatchObject([{ problem: 'EXCEEDS_CHARGE', bookedMinor: 2_000 }])
  })

  it('gives back what it took too much, also if a payout has taken the charge', async () => {
    await send(...paid())
    await generate()
    await send(refund(), credit())
    expect(await balance()).toBe(0)
    expect((await lines()).toSorted()).toEqual(['correction -900 usd', 'refund -2500 usd', 'refund_reversal 500 usd'])
  })
})

describe('a dispute', () => {
  const dispute = (word: string, status: string, minutes: number) =>
    stripeEvent(`charge.dispute.${word}`, stripeDispute({ status }), at(minutes))

  it('holds its charge while it is open, takes it when it is lost, and gives it back when that is taken back', async () => {
    await send(...paid(), dispute('created', 'needs_response', 5), dispute('funds_withdrawn', 'needs_response', 5))
    expect(await sums()).toEqual({ taken: 0, isHeld: true })
    await send(dispute('closed', 'lost', 90))
    expect(await sums()).toEqual({ taken: 2_900, isHeld: false })
    await send(dispute('updated', 'won', 99))
    expect(await lines()).toEqual(['dispute -2900 usd', 'dispute_reversal 2900 usd'])
  })

  it('that is won releases its charge and takes nothing', async () => {
    await send(...paid(), dispute('created', 'needs_response', 5), dispute('closed', 'won', 90))
    expect(await sums()).toEqual({ taken: 0, isHeld: false })
    expect(await lines()).toEqual([])
  })
})

it('two identical events at the same time count once', async () => {
  await send(...paid())
  const twins = [1, 2].map(() => stripeEvent('refund.created', stripeRefund(), at(5)))
  await Promise.all(twins.map((event) => send(event)))
  const [event] = twins
  if (event) await Promise.all([send(event), send(event)])
  expect(await lines()).toEqual(['refund -2900 usd'])
  expect(await services.db.$count(refunds)).toBe(1)
})

describe('any order, and any repetition, of what the provider tells', () => {
  const all = (): Event[] => [
    ...paid(),
    stripeEvent('charge.refunded', stripeCharge({ amount_refunded: 700 }), at(5)),
    stripeEvent('refund.created', stripeRefund({ amount: 700, ...at(5) }), at(5)),
    stripeEvent('refund.created', stripeRefund({ id: 're_2', amount: 500, ...at(6) }), at(6)),
    stripeEvent('charge.refunded', stripeCharge({ amount_refunded: 1_200 }), at(6)),
    stripeEvent('refund.failed', stripeRefund({ id: 're_2', amount: 500, status: 'failed', ...at(6) }), at(30)),
    stripeEvent('credit_note.created', stripeCreditNote({ amount: 100, post_payment_amount: 100 }), at(31)),
    stripeEvent('charge.dispute.created', stripeDispute({ amount: 1_000 }), at(40)),
    stripeEvent('charge.dispute.updated', stripeDispute({ amount: 1_000, status: 'under_review' }), at(45)),
    stripeEvent('charge.dispute.closed', stripeDispute({ amount: 1_000, status: 'lost' }), at(50)),
  ]
  const told = all()
  const orders = fc
    .tuple(
      fc.shuffledSubarray([...told.keys()], { minLength: told.length }),
      fc.array(fc.nat(told.length - 1), { maxLength: 6 }),
    )
    .map(([order, again]) => [...order, ...again])

  it('comes to the same sums', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        await openBusiness()
        for (const index of order) if (told[index]) await send(told[index])
        expect(await sums()).toEqual({ taken: 700 + 100 + 1_000, isHeld: false })
      }),
      { numRuns: Number(process.env['LONG_ROUNDS'] ?? 12) },
    )
  }, 120_000)
})

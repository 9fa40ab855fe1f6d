import Stripe from 'stripe'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { unmatchedReasons } from '@quaff/features/payments/contract'
import { paymentEvents, paymentLinks } from '@quaff/features/payments/tables'
import {
  periodOf,
  stripeEvent,
  stripeInvoice,
  stripeItem,
  stripeSubscription,
} from '@quaff/features/payments/testing/stripe-event-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { subscriptionCharges, subscriptions } from '@quaff/features/subscriptions/tables'
import { stripeSignatures } from '@quaff/platform/server/adapters/stripe-signatures'
import { asCustomer } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { mountApi } from '../api'
import { buildServer } from '../build-server'

const secret = 'whsec_of_the_amounts'
const start = periodOf(2).start
const metadata = { quaff_merchant_id: 'mer_a', quaff_plan_id: 'pln_c', quaff_user_id: 'per_1' }

let services: TestServices
let app: ReturnType<typeof buildServer>

beforeAll(async () => {
  services = await createTestServices({ paymentSignatures: stripeSignatures([secret], true) })
  app = buildServer(services, { mount: (server) => mountApi(server, services) })
})
beforeEach(async () => {
  services.clock.set(new Date('2026-05-01T12:00:00Z'))
  await insertMerchants(services, [{ id: 'mer_a' }])
  await asCustomer(services, { userId: 'per_1' })
})
afterEach(() => services.database.truncate())

async function send(event: object): Promise<string> {
  const payload = JSON.stringify(event)
  const timestamp = services.clock.now().getTime() / 1_000
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const response = await app.request('/webhooks/stripe', { method: 'POST', body: payload, headers })
  expect(response.status).toBe(200)
  const { outcome, reason } = (await response.json()) as { outcome: string; reason?: string }
  return [outcome, reason].filter(Boolean).join(' ')
}

const plan = (currency: string) => insertPlan(services, { id: 'pln_c', merchantId: 'mer_a', prices: [{ currency }] })
const sold = (word: string, price: Record<string, unknown>, created = start) =>
  send(
    stripeEvent(
      `customer.subscription.${word}`,
      stripeSubscription({ metadata, items: { data: [stripeItem(price)] } }),
      { created },
    ),
  )
function paid(currency: string, amount: number, month: number): Promise<string> {
  const invoice = stripeInvoice({ currency }, month)
  const [line] = invoice.lines.data
  const lines = { ...invoice.lines, data: [{ ...line, amount, currency }] }
  return send(stripeEvent('invoice.paid', { ...invoice, lines }, { created: start + 60 }))
}
const passes = () => services.db.select().from(subscriptions)
const charged = async () =>
  (await services.db.select().from(subscriptionCharges).orderBy(subscriptionCharges.periodStart)).map(
    ({ amountMinor, currency }) => `${amountMinor} ${currency}`,
  )

describe('an amount in the smallest unit of Stripe', () => {
  it.each([
    ['pkr', 49_950, 49_950],
    ['huf', 299_000, 299_000],
    ['isk', 50_000, 500],
    ['ugx', 500_000, 5_000],
    ['mga', 5_000, 500_000],
    ['jpy', 500, 500],
    ['kwd', 1_250, 1_250],
    ['eur', 500, 500],
  ])('in %s: %i of a price and of an invoice is %i here', async (currency, theirs, ours) => {
    await plan(currency)
    expect(await sold('created', { currency, unit_amount: theirs })).toBe('created')
    expect(await passes()).toMatchObject([{ amountMinor: ours, billingCurrency: currency }])
    expect(await paid(currency, theirs * 2, 3)).toBe('updated')
    expect(await charged()).toEqual([`${ours} ${currency}`, `${ours * 2} ${currency}`])
  })

  it.each([
    ['isk', { unit_amount: 50_050 }],
    ['ugx', { unit_amount: 500_050 }],
    ['usd', { unit_amount: null, unit_amount_decimal: '0.5' }],
  ])(
    'in %s that has more decimals than the currency is kept as unmatched for its fraction',
    async (currency, price) => {
      await plan(currency)
      expect(await sold('created', { currency, ...price })).toBe('unmatched FRACTION')
      expect(await passes()).toEqual([])
      const [event] = await services.db.select().from(paymentEvents)
      expect(event).toMatchObject({ reason: 'FRACTION', nextAttemptAt: null })
      expect(unmatchedReasons).toContain(event?.reason)
    },
  )

  it('of an invoice that has more decimals is kept as unmatched too, and moves nothing', async () => {
    await plan('isk')
    await sold('created', { currency: 'isk', unit_amount: 50_000 })
    expect(await paid('isk', 50_050, 3)).toBe('unmatched FRACTION')
    expect(await charged()).toEqual(['500 isk'])
    expect(await services.db.select().from(paymentLinks)).toMatchObject([{ invoiceFacts: null }])
  })

  it('of a refund that has more decimals is kept as unmatched too', async () => {
    const refund = {
      id: 're_1',
      object: 'refund',
      amount: 50_050,
      currency: 'isk',
      charge: 'ch_1',
      status: 'succeeded',
    }
    expect(await send(stripeEvent('refund.created', { ...refund, created: start }))).toBe('unmatched FRACTION')
  })

  it('does not keep a pass from ending', async () => {
    await plan('isk')
    await sold('created', { currency: 'isk', unit_amount: 50_000 })
    expect(await sold('deleted', { currency: 'isk', unit_amount: 50_050 }, start + 60)).toBe('updated')
    expect(await passes()).toMatchObject([{ status: 'canceled', amountMinor: 500 }])
  })
})

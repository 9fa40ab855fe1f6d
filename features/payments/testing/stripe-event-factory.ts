/** Shapes of the provider's events, as its package types them; overrides by argument. */

type Details = Record<string, unknown>
export const periodOf = (month: number) => ({
  start: Date.UTC(2026, month, 1) / 1_000,
  end: Date.UTC(2026, month + 1, 1) / 1_000,
})
let counted = 0

export function stripeEvent(type: string, object: object, facts: Details = {}) {
  counted += 1
  return {
    id: `evt_${counted}`,
    object: 'event',
    api_version: '2026-01-28.clover',
    created: periodOf(2).start,
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
    ...facts,
  }
}

const stripePrice = (facts: Details = {}) => ({
  id: 'price_1',
  object: 'price',
  billing_scheme: 'per_unit',
  currency: 'usd',
  metadata: {},
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  transform_quantity: null,
  unit_amount: 2_900,
  unit_amount_decimal: '2900',
  ...facts,
})

export const stripeItem = (price: Details = {}, facts: Details = {}, month = 2) => ({
  id: 'si_1',
  object: 'subscription_item',
  quantity: 1,
  price: stripePrice(price),
  current_period_start: periodOf(month).start,
  current_period_end: periodOf(month).end,
  ...facts,
})

/** API versions since 2025: the period is on the items. */
export const stripeSubscription = (facts: Details = {}, month = 2) => ({
  id: 'sub_stripe',
  object: 'subscription',
  created: periodOf(2).start,
  start_date: periodOf(2).start,
  customer: 'cus_1',
  livemode: true,
  metadata: { quaff_merchant_id: 'mer_a', quaff_plan_id: 'pln_a', quaff_user_id: 'per_1' },
  pause_collection: null,
  status: 'active',
  items: { object: 'list', data: [stripeItem({}, {}, month)] },
  ...facts,
})

/** Earlier API versions: the period is on the subscription. */
export function oldStripeSubscription(facts: Details = {}, month = 2) {
  const { current_period_start, current_period_end, ...item } = stripeItem({}, {}, month)
  return stripeSubscription({
    current_period_start,
    current_period_end,
    items: { object: 'list', data: [item] },
    ...facts,
  })
}

export const stripeInvoice = (facts: Details = {}, month = 2) => ({
  id: 'in_1',
  object: 'invoice',
  amount_due: 2_900,
  amount_paid: 2_900,
  billing_reason: 'subscription_cycle',
  currency: 'usd',
  customer_email: 'ana@people.test',
  parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_stripe', metadata: {} } },
  lines: {
    object: 'list',
    data: [
      {
        id: 'il_1',
        object: 'line_item',
        amount: 2_900,
        currency: 'usd',
        quantity: 1,
        period: periodOf(month),
        parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
      },
    ],
  },
  ...facts,
})

export const oldStripeInvoice = (facts: Details = {}, month = 2) => ({
  ...stripeInvoice({}, month),
  parent: undefined,
  subscription: 'sub_stripe',
  subscription_details: { metadata: {} },
  lines: {
    object: 'list',
    data: [
      { amount: 2_900, currency: 'usd', period: periodOf(month), type: 'subscription', proration: false, quantity: 1 },
    ],
  },
  ...facts,
})

/** Since API versions of 2025 an invoice no longer names its charge; this object does. */
export const stripeInvoicePayment = (facts: Details = {}) => ({
  id: 'inpay_1',
  object: 'invoice_payment',
  invoice: 'in_1',
  payment: { type: 'payment_intent', payment_intent: 'pi_1' },
  status: 'paid',
  ...facts,
})

const ofPayment = { charge: 'ch_1', payment_intent: 'pi_1', currency: 'usd', created: periodOf(2).start + 60 }

export const stripeRefund = (facts: Details = {}) => ({
  id: 're_1',
  object: 'refund',
  amount: 2_900,
  reason: 'requested_by_customer',
  status: 'succeeded',
  ...ofPayment,
  ...facts,
})

export const stripeCharge = (facts: Details = {}) => ({
  id: 'ch_1',
  object: 'charge',
  amount: 2_900,
  amount_refunded: 2_900,
  payment_intent: 'pi_1',
  currency: 'usd',
  created: periodOf(2).start,
  ...facts,
})

export const stripeDispute = (facts: Details = {}) => ({
  id: 'du_1',
  object: 'dispute',
  amount: 2_900,
  reason: 'fraudulent',
  status: 'needs_response',
  ...ofPayment,
  ...facts,
})

export const stripeCreditNote = (facts: Details = {}) => ({
  id: 'cn_1',
  object: 'credit_note',
  amount: 2_900,
  invoice: 'in_1',
  status: 'issued',
  reason: 'order_change',
  refunds: [],
  post_payment_amount: 2_900,
  currency: 'usd',
  created: periodOf(2).start + 60,
  ...facts,
})

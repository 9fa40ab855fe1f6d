import { z } from 'zod'
import { minorOfStripe } from './billed-rules'
import type { PaymentReference, RefundEventDetails } from './reading-contract'
import type { ProviderEvent } from './reading-rules'

const seconds = z.int().min(1).max(32_503_680_000)
const id = z.string().min(1).max(255)
const refId = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish()
const payment = { charge: refId, payment_intent: refId }
const money = { currency: z.string().regex(/^[A-Za-z]{3}$/), created: seconds }

const refundSchema = z.object({
  id,
  amount: z.int(),
  status: z.string().nullish(),
  reason: z.string().nullish(),
  ...money,
  ...payment,
})
const chargeSchema = z.object({ id, amount_refunded: z.int(), payment_intent: refId, invoice: refId, ...money })
const disputeSchema = z.object({
  id,
  amount: z.int(),
  status: z.string(),
  reason: z.string().nullish(),
  ...money,
  ...payment,
})
const creditNoteSchema = z.object({
  id,
  amount: z.int(),
  invoice: refId,
  status: z.string(),
  type: z.string().nullish(),
  reason: z.string().nullish(),
  refund: refId,
  refunds: z.array(z.object({ amount_refunded: z.int().nullish() })).nullish(),
  out_of_band_amount: z.int().nullish(),
  post_payment_amount: z.int().nullish(),
  ...money,
})
const paidInvoiceSchema = z.object({
  id,
  ...payment,
  subscription: refId,
  parent: z.object({ subscription_details: z.object({ subscription: refId }).nullish() }).nullish(),
  payments: z.object({ data: z.array(z.object({ payment: z.object(payment).nullish() })) }).nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ start: seconds }) })) }),
})
const invoicePaymentSchema = z.object({ invoice: refId, payment: z.object(payment) })

const refundType = /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/
const creditNoteType = /^credit_note\.(created|updated|voided)$/
const disputeType = /^charge\.dispute\.(created|updated|closed|funds_withdrawn|funds_reinstated)$/

/** Returns true for events of a payment rather than a subscription. */
export const isOfPayment = (type: string) =>
  type === 'charge.refunded' ||
  type === 'invoice_payment.paid' ||
  refundType.test(type) ||
  creditNoteType.test(type) ||
  disputeType.test(type)

/** Returns null if no refund is concerned, and undefined if the shape is unreadable. */
export function readRefund(event: ProviderEvent): RefundEventDetails | null | undefined {
  const facts = refundOf(event)
  if (!facts) return facts
  const amountMinor = minorOfStripe(facts.amountMinor, facts.currency)
  if (!(amountMinor >= 0 && amountMinor <= Number.MAX_SAFE_INTEGER)) return undefined
  return { ...facts, amountMinor, currency: facts.currency.toLowerCase() }
}

function refundOf(event: ProviderEvent) {
  if (event.type === 'charge.refunded') return readCharge(event)
  if (refundType.test(event.type)) return readSingleRefund(event)
  if (creditNoteType.test(event.type)) return readCreditNote(event)
  return disputeType.test(event.type) ? readDispute(event) : null
}

function readCharge({ created, data }: ProviderEvent): RefundEventDetails | undefined {
  const charge = chargeSchema.safeParse(data.object).data
  if (!charge) return undefined
  return {
    ...shared(charge, created, 0),
    references: known(charge.id, charge.payment_intent, charge.invoice),
    providerId: charge.id,
    paymentGroup: charge.id,
    isSum: true,
    kind: 'refund',
    status: 'recorded',
    amountMinor: charge.amount_refunded,
    reason: null,
  }
}

function readSingleRefund({ type, created, data }: ProviderEvent): RefundEventDetails | undefined {
  const refund = refundSchema.safeParse(data.object).data
  if (!refund) return undefined
  const isOver = type === 'refund.failed' || refund.status === 'failed' || refund.status === 'canceled'
  return {
    ...shared(refund, created, stepOf(type)),
    references: known(refund.charge, refund.payment_intent),
    providerId: refund.id,
    paymentGroup: refund.charge ?? null,
    isSum: false,
    kind: 'refund',
    status: isOver ? 'reversed' : 'recorded',
    amountMinor: refund.amount,
    reason: sentence(refund.reason),
  }
}

/** Returns the amount that a credit note refunds itself. Its refunds are separate events. */
function readCreditNote({ type, created, data }: ProviderEvent): RefundEventDetails | null | undefined {
  const note = creditNoteSchema.safeParse(data.object).data
  if (!note) return undefined
  return {
    ...shared(note, created, stepOf(type)),
    references: known(note.invoice),
    providerId: note.id,
    paymentGroup: null,
    isSum: false,
    kind: 'refund',
    status: note.status === 'void' ? 'reversed' : 'recorded',
    amountMinor: Math.max(0, ownAmountOf(note)),
    reason: sentence(note.reason),
  }
}

/** A credit before the payment reduced the payment and refunds nothing. */
function ownAmountOf(note: z.output<typeof creditNoteSchema>) {
  const afterPayment = note.post_payment_amount ?? (note.type === 'pre_payment' ? 0 : note.amount)
  const refunded = (note.refunds ?? []).reduce((sum, { amount_refunded }) => sum + (amount_refunded ?? 0), 0)
  // Older versions name a single refund without its amount, but report the out-of-band amount separately.
  return refunded === 0 && note.refund != null ? (note.out_of_band_amount ?? 0) : afterPayment - refunded
}

/** Uses only the dispute's status: withdrawn or reinstated funds alone do not count. */
function readDispute({ type, created, data }: ProviderEvent): RefundEventDetails | undefined {
  const dispute = disputeSchema.safeParse(data.object).data
  if (!dispute) return undefined
  return {
    ...shared(dispute, created, stepOf(type)),
    references: known(dispute.charge, dispute.payment_intent),
    providerId: dispute.id,
    paymentGroup: dispute.charge ?? null,
    isSum: false,
    kind: 'dispute',
    status: disputeStatusOf(dispute.status),
    amountMinor: dispute.amount,
    reason: sentence(dispute.reason),
  }
}

function disputeStatusOf(status: string): RefundEventDetails['status'] {
  if (status === 'lost') return 'lost'
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open'
}

const shared = ({ currency, created }: { currency: string; created: number }, said: number, stateStep: number) => ({
  currency,
  occurredAt: created * 1_000,
  stateAt: said * 1_000,
  stateStep,
})

/** Orders events within one second: created, updated, closed. */
function stepOf(type: string) {
  if (/\.(closed|failed|voided)$/.test(type)) return 2
  return type.endsWith('.created') ? 0 : 1
}

/** "requested_by_customer" → "requested by customer" */
const sentence = (code: string | null | undefined) => code?.replaceAll('_', ' ').slice(0, 200) ?? null

const known = (...ids: (string | null | undefined)[]) => ids.flatMap((one) => one ?? [])

/** Reads the payment references from an event of any API version. */
export function readReferences(event: ProviderEvent): PaymentReference[] {
  const { type, data } = event
  if (type === 'invoice.paid' || type === 'invoice.payment_succeeded') return referencesOfInvoice(data.object)
  if (type === 'invoice_payment.paid') {
    const paid = invoicePaymentSchema.safeParse(data.object).data
    return paid?.invoice ? leading(known(paid.payment.payment_intent, paid.payment.charge), paid.invoice) : []
  }
  if (type !== 'charge.refunded') {
    const parsed = z.object(payment).safeParse(data.object).data
    const isOther = refundType.test(type) || disputeType.test(type)
    return isOther && parsed?.charge && parsed.payment_intent ? leading([parsed.charge], parsed.payment_intent) : []
  }
  const charge = chargeSchema.safeParse(data.object).data
  const next = charge?.invoice ?? charge?.payment_intent
  return charge && next ? leading([charge.id], next) : []
}

function referencesOfInvoice(object: unknown): PaymentReference[] {
  const invoice = paidInvoiceSchema.safeParse(object).data
  const providerSubscriptionId = invoice?.parent?.subscription_details?.subscription ?? invoice?.subscription
  if (!invoice || !providerSubscriptionId || invoice.lines.data.length === 0) return []
  const periodStart = Math.max(...invoice.lines.data.map(({ period }) => period.start)) * 1_000
  const payments = (invoice.payments?.data ?? []).flatMap((one) =>
    known(one.payment?.payment_intent, one.payment?.charge),
  )
  return [
    { id: invoice.id, leadsTo: null, providerSubscriptionId, periodStart },
    ...leading([...new Set([...known(invoice.payment_intent, invoice.charge), ...payments])], invoice.id),
  ]
}

const leading = (ids: readonly string[], leadsTo: string): PaymentReference[] =>
  ids.map((one) => ({ id: one, leadsTo, providerSubscriptionId: null, periodStart: null }))

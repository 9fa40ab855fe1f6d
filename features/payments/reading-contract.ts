import type { BillingInterval } from '@quaff/features/subscriptions/contract'

/** The provider's ids, as far as an event contains them. */
export type ProviderNames = {
  merchantId: string | null
  planId: string | null
  userId: string | null
  subscriptionId: string | null
  /** Comes from the price itself, so it is more reliable than the subscription's original metadata. */
  pricePlanId: string | null
  priceIds: string[]
}

/** Orders events of one subscription, left to right: the provider's timestamps have only seconds. */
export type EventRank = [second: number, step: number, period: number, eventId: string]

/** `amountMinor` has a fraction if the provider's amount does not fit our unit. Such an event is held for review. */
export type ProviderPrice = { amountMinor: number; currency: string; interval: BillingInterval; intervalCount: number }

/** All that Quaff stores of an event: no name, address, email or card. Times are in milliseconds. */
export type SubscriptionDetails = {
  kind: 'subscription'
  rank: EventRank
  names: ProviderNames
  /** The provider's own status value. */
  status: string
  /** The provider collects no payment and the subscription is not served. */
  isPaused: boolean
  /** Null if no single amount is the price of a period. */
  price: ProviderPrice | null
  startedAt: number
  periodStart: number
  periodEnd: number
  /** Absent in facts that were stored before schedules were read. */
  cancelAtPeriodEnd?: boolean
  cancelAt?: number | null
}
export type InvoiceDetails = {
  kind: 'invoice'
  rank: EventRank
  names: ProviderNames
  says: 'paid' | 'failed'
  /** The period's amount before discounts and taxes. */
  amountMinor: number
  currency: string
  periodStart: number
  periodEnd: number
  /** Only paid invoices have it. */
  billed?: Billed
}
/** The amount that a paid invoice billed per period, after discounts and before taxes. */
export type BilledPeriod = {
  periodStart: number
  periodEnd: number
  /** True for a change within a period. */
  isProration: boolean
  amountMinor: number
  listMinor: number
}
export type Billed = { source: string; currency: string; periods: BilledPeriod[] }
/** A paid invoice that leaves the subscription's state unchanged: a change within a period, or a free period. */
export type BillingDetails = { kind: 'billing'; rank: EventRank; names: ProviderNames; billed: Billed }
export type ProviderDetails = SubscriptionDetails | InvoiceDetails | BillingDetails

/** `facts` is null if the event does not concern a subscription. */
export type ReadEvent = { providerSubscriptionId: string | null; facts: ProviderDetails | null }

/** The state of a refund or dispute, or the refund total of a payment. Times are milliseconds. */
export type RefundEventDetails = {
  /** The provider's ids of the payment, the most reliable first. */
  references: string[]
  providerId: string
  paymentGroup: string | null
  isSum: boolean
  kind: 'refund' | 'dispute'
  status: 'recorded' | 'reversed' | 'open' | 'won' | 'lost'
  amountMinor: number
  currency: string
  reason: string | null
  occurredAt: number
  stateAt: number
  stateStep: number
}

/** Links a payment id to another, or an invoice to its subscription. */
export type PaymentReference = {
  id: string
  leadsTo: string | null
  providerSubscriptionId: string | null
  periodStart: number | null
}

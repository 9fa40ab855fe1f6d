import type { BillingInterval } from '@quaff/features/subscriptions/contract'

/** What the provider calls things by, as far as an event says it. */
export type ProviderNames = {
  merchantId: string | null
  planId: string | null
  userId: string | null
  subscriptionId: string | null
  /** Said by the price itself: truer than what the subscription was once sold with. */
  pricePlanId: string | null
  priceIds: string[]
}

/** Two events of one subscription are ordered by these, from left to right: the seconds of the provider's clock are coarse. */
export type EventRank = [second: number, step: number, period: number, eventId: string]

/** `amountMinor` has a fraction if the provider's amount does not fit our unit. Such an event is held for review. */
export type ProviderPrice = { amountMinor: number; currency: string; interval: BillingInterval; intervalCount: number }

/** All that is kept of an event, and no more: no name, address, e-mail or card. Times are milliseconds. */
export type SubscriptionFacts = {
  kind: 'subscription'
  rank: EventRank
  names: ProviderNames
  /** The provider's word. */
  status: string
  /** Nobody collects, and nobody serves. */
  isPaused: boolean
  /** Null where no single amount says what a period costs. */
  price: ProviderPrice | null
  startedAt: number
  periodStart: number
  periodEnd: number
  /** Absent in facts that were stored before schedules were read. */
  cancelAtPeriodEnd?: boolean
  cancelAt?: number | null
}
export type InvoiceFacts = {
  kind: 'invoice'
  rank: EventRank
  names: ProviderNames
  says: 'paid' | 'failed'
  /** Of the period that it is for: what comes before discounts and taxes. */
  amountMinor: number
  currency: string
  periodStart: number
  periodEnd: number
  /** Of a paid one. */
  billed?: Billed
}
/** What a paid invoice billed for the periods that it names: after discounts, before taxes. */
export type BilledPeriod = {
  periodStart: number
  periodEnd: number
  /** A change within a period. */
  isProration: boolean
  amountMinor: number
  listMinor: number
}
export type Billed = { source: string; currency: string; periods: BilledPeriod[] }
/** A paid invoice that says nothing about the state of a pass: of a change, or of a free period. */
export type BillingFacts = { kind: 'billing'; rank: EventRank; names: ProviderNames; billed: Billed }
export type ProviderFacts = SubscriptionFacts | InvoiceFacts | BillingFacts

/** `facts` null: it says nothing about a pass. */
export type ReadEvent = { providerSubscriptionId: string | null; facts: ProviderFacts | null }

/** A state of a refund or dispute, or what all refunds of a payment come to. Times are milliseconds. */
export type RefundEventFacts = {
  /** What the provider calls the payment, the surest first. */
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

/** Says that one id of a payment leads to another, or an invoice to its subscription. */
export type PaymentReference = {
  id: string
  leadsTo: string | null
  providerSubscriptionId: string | null
  periodStart: number | null
}

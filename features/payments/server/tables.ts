import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, renamedText } from '@quaff/platform/server/tables'
import type { UnmatchedReason, PaymentOutcome } from '../contract'
import type { InvoiceDetails, ProviderDetails, RefundEventDetails, SubscriptionDetails } from '../reading-contract'

/** Literals, so that PostgreSQL proves that the partial indexes cover it. */
export const isUnmatched = sql`outcome in ('unmatched', 'aside')`

/** Stores provider events in the transaction of their effect, so each applies once. Pruned after `paymentLimits.eventDays`. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    providerSubscriptionId: text('provider_subscription_id'),
    outcome: renamedText<PaymentOutcome | 'dismissed'>({ word: 'unmatched', older: 'aside' }).notNull(),
    reason: text().$type<UnmatchedReason>(),
    /** Set only while the event is unmatched. */
    facts: jsonb().$type<ProviderDetails>(),
    /** The same for a refund or a dispute. */
    refundFacts: jsonb('refund_facts').$type<RefundEventDetails>(),
    attempts: integer().notNull().default(0),
    /** Null: no automatic retry. */
    nextAttemptAt: instant('next_attempt_at'),
  },
  (table) => [
    index('payment_events_received').on(table.receivedAt.desc(), table.eventId),
    index('payment_events_unmatched').on(table.receivedAt.desc(), table.eventId).where(isUnmatched),
    index('payment_events_unmatched_due').on(table.nextAttemptAt).where(isUnmatched),
    index('payment_events_unmatched_subscription').on(table.providerSubscriptionId).where(isUnmatched),
  ],
)

/** Maps a provider subscription to ours and stores its newest facts. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    providerSubscriptionId: text('provider_subscription_id').primaryKey(),
    /** Null until one of its events was matched. */
    subscriptionId: text('subscription_id'),
    /** Periods up to this instant are not ours to charge: the subscription existed before its first event. */
    chargedUntil: instant('charged_until'),
    subscriptionFacts: jsonb('subscription_facts').$type<SubscriptionDetails>(),
    invoiceFacts: jsonb('invoice_facts').$type<InvoiceDetails>(),
  },
  (table) => [index('payment_links_subscription').on(table.subscriptionId)],
)

/** Leads from a refund to its period: charge, intent, invoice, then subscription. Pruned after `paymentLimits.referenceDays`. */
export const paymentReferences = pgTable(
  'payment_references',
  {
    /** The provider's id of a charge, a payment intent or an invoice. */
    id: text().primaryKey(),
    leadsTo: text('leads_to'),
    providerSubscriptionId: text('provider_subscription_id'),
    periodStart: instant('period_start'),
    notedAt: instant('noted_at').notNull(),
  },
  (table) => [
    index('payment_references_leads_to').on(table.leadsTo),
    index('payment_references_noted').on(table.notedAt),
  ],
)

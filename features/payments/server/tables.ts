import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, type PgColumn } from 'drizzle-orm/pg-core'
import { type AmountTable, codeIn, jsonAmount, type Scale } from '@quaff/platform/server'
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

/** Waiting events may have amounts with a fraction and wait because of it, so these do not refuse. */
const waiting = { table: paymentEvents, where: isUnmatched, isIndex: true }

/** Describes the amounts in a list of `Billed`. */
function billedAmounts(column: PgColumn): NonNullable<AmountTable['derived']>[number] {
  const scaled = (scale: Scale, name: string) => sql`trim_scale(${scale(sql`(period ->> ${name}::text)::numeric`)})`
  return {
    column,
    value: (scale) => sql`jsonb_set(${column}, '{billed,periods}', (select jsonb_agg(period || jsonb_build_object(
      'amountMinor', ${scaled(scale, 'amountMinor')}, 'listMinor', ${scaled(scale, 'listMinor')}) order by place)
      from jsonb_array_elements(${column} #> '{billed,periods}') with ordinality as periods (period, place)))`,
  }
}

export const paymentAmounts: readonly AmountTable[] = [
  {
    ...waiting,
    currency: codeIn(paymentEvents.facts, 'price', 'currency'),
    derived: [jsonAmount(paymentEvents.facts, 'price', 'amountMinor')],
  },
  {
    ...waiting,
    currency: codeIn(paymentEvents.facts, 'currency'),
    derived: [jsonAmount(paymentEvents.facts, 'amountMinor')],
  },
  {
    ...waiting,
    currency: codeIn(paymentEvents.facts, 'billed', 'currency'),
    derived: [billedAmounts(paymentEvents.facts)],
  },
  {
    ...waiting,
    currency: codeIn(paymentEvents.refundFacts, 'currency'),
    derived: [jsonAmount(paymentEvents.refundFacts, 'amountMinor')],
  },
  {
    table: paymentLinks,
    currency: codeIn(paymentLinks.invoiceFacts, 'billed', 'currency'),
    derived: [billedAmounts(paymentLinks.invoiceFacts)],
  },
  {
    table: paymentLinks,
    currency: codeIn(paymentLinks.subscriptionFacts, 'price', 'currency'),
    amounts: [jsonAmount(paymentLinks.subscriptionFacts, 'price', 'amountMinor')],
  },
  {
    table: paymentLinks,
    currency: codeIn(paymentLinks.invoiceFacts, 'currency'),
    amounts: [jsonAmount(paymentLinks.invoiceFacts, 'amountMinor')],
  },
]

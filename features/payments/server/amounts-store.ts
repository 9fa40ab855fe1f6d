import { sql } from 'drizzle-orm'
import { codeIn, jsonAmount, type AmountTable } from '@quaff/platform/server/amounts/amount-table'
import { paymentEvents, paymentLinks } from './tables'

/** What an event that waits says may have a fraction, for which it waits: so it is no reason to refuse. */
const waiting = { table: paymentEvents, where: sql`outcome = 'aside'`, isIndex: true }

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

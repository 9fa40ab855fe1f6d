import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { codeIn, jsonAmount, type AmountTable, type Scale } from '@quaff/platform/server/amounts'
import { isUnmatched, paymentEvents, paymentLinks } from './tables'

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

import { z } from 'zod'
import { currencyDigits } from '@quaff/platform/shared/money/decimals'
import type { Billed, BilledPeriod } from './reading-contract'

const seconds = z.int().min(1).max(32_503_680_000)
const amounts = z.array(z.object({ amount: z.int() })).nullish()

export const lineSchema = z.object({
  /** The amount before discounts, including taxes that the price includes. */
  amount: z.int(),
  currency: z.string(),
  period: z.object({ start: seconds, end: seconds }),
  type: z.string().nullish(),
  proration: z.boolean().nullish(),
  discount_amounts: amounts,
  tax_amounts: z.array(z.object({ amount: z.int(), inclusive: z.boolean().nullish() })).nullish(),
  taxes: z.array(z.object({ amount: z.int(), tax_behavior: z.string().nullish() })).nullish(),
  parent: z
    .object({
      type: z.string().nullish(),
      subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish(),
    })
    .nullish(),
})
type InvoiceLine = z.output<typeof lineSchema>

const billedSchema = z.object({
  id: z.string().min(1).max(255),
  currency: z.string(),
  amount_paid: z.int().nullish(),
  starting_balance: z.int().nullish(),
  total: z.int().nullish(),
  total_excluding_tax: z.int().nullish(),
  tax: z.int().nullish(),
  total_taxes: amounts,
  lines: z.object({ data: z.array(z.unknown()), has_more: z.boolean().nullish() }),
})

export const isProration = ({ parent, proration }: InvoiceLine): boolean =>
  parent?.subscription_item_details?.proration ?? proration ?? false

export const isOfSubscription = ({ type, parent }: InvoiceLine): boolean =>
  parent?.type == null
    ? type === 'subscription' || type === 'invoiceitem_proration'
    : parent.type.startsWith('subscription_item')

/** Returns the billed amounts per period, after discounts and before taxes. Returns null if the invoice lacks them. */
export function readBilled(object: unknown): Billed | null {
  const parsed = billedSchema.safeParse(object)
  if (!parsed.success) return null
  const { id, currency, lines } = parsed.data
  const read = lines.data.map((raw) => lineSchema.safeParse(raw))
  const own = read.flatMap(({ data }) => (data && (isOfSubscription(data) || isProration(data)) ? [data] : []))
  if (own.length === 0) return null
  const groups = new Map<string, BilledPeriod>()
  for (const line of own) {
    const key = `${line.period.start} ${isProration(line)}`
    const list = line.amount - includedTaxOf(line)
    const amount = list - sumOf(line.discount_amounts)
    const known = groups.get(key)
    groups.set(key, {
      periodStart: line.period.start * 1_000,
      periodEnd: Math.max(known?.periodEnd ?? 0, line.period.end * 1_000),
      isProration: isProration(line),
      amountMinor: (known?.amountMinor ?? 0) + amount,
      listMinor: (known?.listMinor ?? 0) + list,
    })
  }
  const periods = [...groups.values()]
  const total = own.length === read.length && !lines.has_more ? totalOf(parsed.data) : undefined
  const main = periods.filter((period) => !period.isProration).at(-1) ?? periods.at(-1)
  // Discounts that no line shows belong to the main period.
  if (total !== undefined && main) main.amountMinor += total - periods.reduce((sum, one) => sum + one.amountMinor, 0)
  const inOurs = periods.map((period) => ({
    ...period,
    amountMinor: minorOfStripe(period.amountMinor, currency),
    listMinor: minorOfStripe(period.listMinor, currency),
  }))
  return { source: id, currency: currency.toLowerCase(), periods: inOurs }
}

/** Returns the total without taxes and before the customer's balance. Returns undefined if the invoice lacks it. */
function totalOf(invoice: z.output<typeof billedSchema>) {
  const { total, total_excluding_tax: net, tax, total_taxes: taxes } = invoice
  if (net != null) return net
  if (total != null) return total - (tax ?? sumOf(taxes))
  return invoice.amount_paid === 0 && !invoice.starting_balance ? 0 : undefined
}

function includedTaxOf({ tax_amounts: old, taxes }: InvoiceLine) {
  const included = [
    ...(old ?? []).filter(({ inclusive }) => inclusive),
    ...(taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === 'inclusive'),
  ]
  return sumOf(included)
}

const sumOf = (list: readonly { amount: number }[] | null | undefined) =>
  (list ?? []).reduce((sum, { amount }) => sum + amount, 0)

/**
 * Decimals of Stripe's amounts (docs.stripe.com/currencies, read on 2026-11-27). ISK and UGX keep two for compatibility;
 * HUF and TWD lose theirs in payouts only.
 */
const zeroDecimals = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/
const threeDecimals = /^(bhd|jod|kwd|omr|tnd)$/

function stripeDigits(code: string) {
  if (zeroDecimals.test(code)) return 0
  return threeDecimals.test(code) ? 3 : 2
}

/** Converts a Stripe amount to our minor units. The result is never rounded: a fraction means it does not fit. */
export function minorOfStripe(amount: number, currency: string): number {
  const more = currencyDigits(currency) - stripeDigits(currency.toLowerCase())
  const exact = more >= 0 ? amount * 10 ** more : amount / 10 ** -more
  // Removes binary floating-point noise from sums of fractional cents.
  return Number(exact.toFixed(12))
}

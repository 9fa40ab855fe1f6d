import { currencyDigits } from '@quaff/platform/shared/money/decimals'

/**
 * The decimals of Stripe's amounts (docs.stripe.com/currencies, read on 2026-11-27). Crowns of Iceland and shillings of
 * Uganda keep two for compatibility; forints and Taiwan dollars lose theirs in Stripe's payouts only.
 */
const zeroDecimals = /^(bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/
const threeDecimals = /^(bhd|jod|kwd|omr|tnd)$/

function stripeDigits(code: string): number {
  if (zeroDecimals.test(code)) return 0
  return threeDecimals.test(code) ? 3 : 2
}

/** Converts an amount of Stripe to our minor units. The result has a fraction if the amount does not fit: it is never rounded. */
export function minorOfStripe(amount: number, currency: string): number {
  const more = currencyDigits(currency) - stripeDigits(currency.toLowerCase())
  const exact = more >= 0 ? amount * 10 ** more : amount / 10 ** -more
  // Sums of parts of a cent carry the noise of binary fractions.
  return Number(exact.toFixed(12))
}

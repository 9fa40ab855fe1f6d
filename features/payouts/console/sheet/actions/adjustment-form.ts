import { parseAmount, type ParsedAmount } from '@quaff/features/plans/prices/rules'
import { formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { readableText } from '@quaff/platform/shared/text'
import { adjustmentLimits } from '../../../progress/contract'

export type AdjustmentValues = { sign: 'add' | 'take'; amount: string; reason: string }
export type CheckedAdjustment = {
  faults: { amount?: string; reason?: string }
  /** Signed; undefined while what was typed is no amount. */
  amountMinor: number | undefined
}

/** As it was typed; the reason is asked without the schema, whose words it repeats. */
export function checkAdjustment({ sign, amount, reason }: AdjustmentValues, currency: string): CheckedAdjustment {
  const parsed = parseAmount(amount, currency, adjustmentLimits.largestMinor)
  const amountFault = amountFaultOf(parsed, currency)
  const reasonFault =
    readableText(reason) === '' ? 'Enter a reason. The merchant reads it on the statement.' : undefined
  const signed = parsed.ok && amountFault === undefined ? parsed.amountMinor : undefined
  return {
    faults: {
      ...(amountFault !== undefined && { amount: amountFault }),
      ...(reasonFault !== undefined && { reason: reasonFault }),
    },
    amountMinor: sign === 'take' && signed !== undefined ? -signed : signed,
  }
}

function amountFaultOf(parsed: ParsedAmount, currency: string): string | undefined {
  if (!parsed.ok) return faultText(parsed, currency)
  return parsed.amountMinor === 0 ? 'Enter an amount other than 0.' : undefined
}

function faultText({ reason }: Exclude<ParsedAmount, { ok: true }>, currency: string): string {
  switch (reason) {
    case 'EMPTY':
      return 'Enter an amount.'
    case 'NO_NUMBER':
      return 'Enter an amount like 12.50, without a sign and without separators.'
    case 'TOO_MANY_DECIMALS':
      return `Too many decimals for ${currency.toUpperCase()}.`
    case 'TOO_LARGE':
      return `At most ${formatMoney(adjustmentLimits.largestMinor, currency)}.`
  }
}

import type { Context } from '@quaff/platform/server/context'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { withoutControls } from '@quaff/platform/shared/text'
import { periodName } from '../../period/rules'

type StatementFacts = { merchantName: string; payoutId: string; period: string; currency: string; netMinor: number }

/** "USD 1,234.50": the code, since the sign of one country stands for another's money elsewhere. */
function amountText(amountMinor: number, currency: string): string {
  const amount = decimalText(amountMinor, currency)
  // Imported payouts may hold a code that no formatter takes.
  if (!/^[a-z]{3}$/i.test(currency)) return `${currency.toUpperCase()} ${amount}`
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  return format.format(Number(amount)).replaceAll('\u00A0', ' ')
}

/** To the owners, when a payout was approved: from then on they see it. */
export function statementReadyMail({ settings }: Pick<Context, 'settings'>, facts: StatementFacts) {
  const { payoutId, period, currency, netMinor } = facts
  const merchantName = withoutControls(facts.merchantName)
  const month = periodName(period)
  return {
    isWarning: true,
    template: 'payout_statement',
    subject: `Statement for ${month} of ${merchantName}`,
    body: (
      <>
        <p>
          The statement of <b>{merchantName}</b> for {month} is ready. It comes to {amountText(netMinor, currency)}.
        </p>
        <p>It lists every renewal, the platform fee and all adjustments. Payouts are ordered by hand.</p>
        <MailLink href={`${settings.baseUrl}/payouts?id=${payoutId}`}>Open the statement</MailLink>
      </>
    ),
  }
}

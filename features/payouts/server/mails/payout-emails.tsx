import type { Context } from '@quaff/platform/server/context'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { withoutControls } from '@quaff/platform/shared/text'
import { periodName } from '../../period/rules'
import { decimalText } from '../../statement/rules'

type StatementFacts = { merchantName: string; payoutId: string; period: string; currency: string; netMinor: number }

/** To the owners, when a payout was approved: from then on they see it. */
export function statementReadyMail({ settings }: Pick<Context, 'settings'>, facts: StatementFacts) {
  const { payoutId, period, currency, netMinor } = facts
  const merchantName = withoutControls(facts.merchantName)
  const month = periodName(period)
  return {
    template: 'payout_statement',
    subject: `Statement for ${month} of ${merchantName}`,
    body: (
      <>
        <p>
          The statement of <b>{merchantName}</b> for {month} is ready. It comes to {decimalText(netMinor, currency)}{' '}
          {currency.toUpperCase()}.
        </p>
        <p>It lists every renewal, the platform fee and all adjustments. Payouts are ordered by hand.</p>
        <MailLink href={`${settings.baseUrl}/payouts?id=${payoutId}`}>Open the statement</MailLink>
      </>
    ),
  }
}

import type { Context } from '@quaff/platform/server/context'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { withoutControls } from '@quaff/platform/shared/text'
import { periodName } from '../../period/rules'

type StatementFacts = { merchantName: string; payoutId: string; period: string; currency: string; netMinor: number }

/** "USD 1,234.50": the code, since the sign of one country stands for another's money elsewhere. */
const money = moneyFormatter('en', { currencyDisplay: 'code' })

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
          The statement of <b>{merchantName}</b> for {month} is ready. It comes to{' '}
          {money(netMinor, currency).replaceAll('\u00A0', ' ')}.
        </p>
        <p>It lists every renewal, the platform fee and all adjustments. Payouts are ordered by hand.</p>
        <MailLink href={`${settings.baseUrl}/payouts?id=${payoutId}`}>Open the statement</MailLink>
      </>
    ),
  }
}

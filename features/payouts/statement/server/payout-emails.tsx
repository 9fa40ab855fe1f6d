import type { Context } from '@quaff/platform/server/context'
import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { withoutControls } from '@quaff/platform/shared/text'
import { periodName } from '../../period/rules'

export type StatementFacts = {
  merchantId: string
  merchantName: string
  payoutId: string
  period: string
  currency: string
  netMinor: number
}

/** "USD 1,234.50": the code, since the sign of one country stands for another's money elsewhere. */
const format = moneyFormatter('en', { currencyDisplay: 'code' })
const amountText = (amountMinor: number, currency: string) => format(amountMinor, currency).replaceAll('\u00A0', ' ')

const pageOf = ({ baseUrl }: Context['settings'], { payoutId, merchantId }: StatementFacts) =>
  `${baseUrl}${merchantPage(`/payouts?id=${payoutId}`, merchantId)}`

/** To the owners, when a payout was approved: from then on they see it. */
export function statementReadyMail({ settings }: Pick<Context, 'settings'>, facts: StatementFacts) {
  const { period, currency, netMinor } = facts
  const merchantName = withoutControls(facts.merchantName)
  const month = periodName(period)
  return {
    isWarning: true,
    template: 'payout_statement',
    subject: `Statement for ${month} of ${merchantName}`,
    body: (
      <>
        <p>
          The statement of <b>{merchantName}</b> for {month} is ready. It comes to {amountText(netMinor, currency)}
          {netMinor === 0 ? ', so there is nothing to pay.' : '.'}
        </p>
        <p>
          It lists every renewal, the platform fee and all adjustments.
          {netMinor !== 0 && ' Payouts are ordered by hand.'}
        </p>
        <MailLink href={pageOf(settings, facts)}>Open the statement</MailLink>
      </>
    ),
  }
}

/** To the owners. The reason is what an administrator wrote; no bank details are in it. */
export function paymentFailedMail({ settings }: Pick<Context, 'settings'>, facts: StatementFacts & { reason: string }) {
  const { period, currency, netMinor } = facts
  const merchantName = withoutControls(facts.merchantName)
  const month = periodName(period)
  return {
    isWarning: true,
    template: 'payout_failed',
    subject: `Payout for ${month} of ${merchantName} failed`,
    body: (
      <>
        <p>
          The payment of {amountText(netMinor, currency)} to <b>{merchantName}</b> for {month} failed.
        </p>
        <MailLines lead="Reason: " text={facts.reason} />
        <p>Check your bank details under Billing and correct them if needed. We’ll then send the payment again.</p>
        <MailLink href={pageOf(settings, facts)}>Open the payout</MailLink>
      </>
    ),
  }
}

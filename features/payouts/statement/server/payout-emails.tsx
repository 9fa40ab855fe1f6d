import { type Context, isolated, withoutControls } from '@quaff/platform/server'
import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { moneyFormatter } from '@quaff/platform/shared/money/money-formatter'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { periodName } from '../../period-rules'

export type StatementDetails = {
  merchantId: string
  merchantName: string
  payoutId: string
  period: string
  currency: string
  netMinor: number
}

/** "USD 1,234.50": the code, because currency symbols are ambiguous. */
const format = moneyFormatter('en', { currencyDisplay: 'code' })
const amountText = (amountMinor: number, currency: string) => format(amountMinor, currency).replaceAll('\u00A0', ' ')

const pageOf = ({ baseUrl }: Context['settings'], { payoutId, merchantId }: StatementDetails) =>
  `${baseUrl}${merchantPage(`/payouts?id=${payoutId}`, merchantId)}`

/** Builds the email to the owners about an approved payout. */
export function statementReadyMail({ settings }: Pick<Context, 'settings'>, details: StatementDetails) {
  const { period, currency, netMinor } = details
  const merchantName = withoutControls(details.merchantName)
  const month = periodName(period)
  return {
    isWarning: true,
    template: 'payout_statement',
    subject: `Your ${month} payout statement – ${isolated(merchantName)}`,
    body: (
      <>
        <p>
          The {month} statement for <b>{isolated(merchantName)}</b> is ready. Payout: {amountText(netMinor, currency)}.
        </p>
        <p>It lists every renewal, the platform fee and all adjustments.</p>
        <MailLink href={pageOf(settings, details)}>View statement</MailLink>
      </>
    ),
  }
}

/** Builds the email that asks the owners for bank details. Drafts are not theirs to see, so it names no payout. */
export function bankMissingMail(
  { settings }: Pick<Context, 'settings'>,
  details: { merchantId: string; merchantName: string; problem: string },
) {
  const merchantName = withoutControls(details.merchantName)
  return {
    isWarning: true,
    template: 'bank_missing',
    subject: `Bank details for ${isolated(merchantName)} are incomplete`,
    body: (
      <>
        <p>
          We can’t send payouts to <b>{isolated(merchantName)}</b> yet. {details.problem}.
        </p>
        <p>Complete your bank details under Billing. We’ll then send the payment.</p>
        <MailLink href={`${settings.baseUrl}${merchantPage('/settings/billing', details.merchantId)}`}>
          Open Billing
        </MailLink>
      </>
    ),
  }
}

/** Builds the email to the owners. It contains the administrator's reason but no bank details. */
export function paymentFailedMail(
  { settings }: Pick<Context, 'settings'>,
  details: StatementDetails & { reason: string },
) {
  const { period, currency, netMinor } = details
  const merchantName = withoutControls(details.merchantName)
  const month = periodName(period)
  return {
    isWarning: true,
    template: 'payout_failed',
    subject: `${month} payout for ${isolated(merchantName)} failed`,
    body: (
      <>
        <p>
          The {month} payment of {amountText(netMinor, currency)} to <b>{isolated(merchantName)}</b> failed.
        </p>
        <MailLines lead="Reason: " text={details.reason} />
        <p>Check your bank details under Billing and correct them if needed. We’ll then send the payment again.</p>
        <MailLink href={pageOf(settings, details)}>View payout</MailLink>
      </>
    ),
  }
}

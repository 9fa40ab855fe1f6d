import { DateText, counted } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { PayoutStatement } from '../statement-contract'
import { RemindButton, RemindedText } from './remind-button'

export function PayoutNotices({ statement, isManager }: { statement: PayoutStatement; isManager: boolean }) {
  const { status, net, failureReason, bankProblem, exportedAt, timeZone, overlaps } = statement
  const isOpen = status === 'draft' || status === 'approved' || status === 'failed'
  return (
    <>
      {status === 'failed' && failureReason !== null && (
        <Notice tone="danger" title="The payment failed">
          {failureReason}
        </Notice>
      )}
      {isManager && status === 'approved' && net === 0 && (
        <Notice tone="info" title="Nothing to pay">
          No payment is needed. Close this payout.
        </Notice>
      )}
      {isOpen && net !== 0 && bankProblem !== null && (
        <Notice tone="warn" title={bankProblem} action={isManager && <RemindButton payout={statement} />}>
          {isManager
            ? 'The bank file leaves this payout out until the bank details are complete.'
            : 'Complete the bank details under Billing to be paid.'}
          {isManager && <RemindedText {...statement} />}
        </Notice>
      )}
      {overlaps.length > 0 && (
        <Notice
          tone="warn"
          title={`${counted(overlaps.length, 'charge overlaps', 'charges overlap')} another period and ${overlaps.length === 1 ? 'is' : 'are'} held`}
        >
          Decide whether to pay:{' '}
          {overlaps.map(({ subscriptionId, periodStart }, index) => (
            <span key={`${subscriptionId} ${periodStart.getTime()}`}>
              {index > 0 && ', '}
              <AppLink to={`/subscriptions?id=${encodeURIComponent(subscriptionId)}`} className="q-link">
                charge of <DateText value={periodStart} timeZone={timeZone} />
              </AppLink>
            </span>
          ))}
        </Notice>
      )}
      {isManager && status === 'draft' && net < 0 && (
        <Notice tone="warn" title="Below zero">
          Adjust it, or carry the amount over to the next period.
        </Notice>
      )}
      {isManager && status === 'approved' && exportedAt !== null && (
        <Notice tone="info">
          In the bank file of <DateText value={exportedAt} timeZone={timeZone} style="datetime" />. Mark it as sent once
          the bank has the order.
        </Notice>
      )}
    </>
  )
}

import { DateText } from '@quaff/platform/console/display/date-time'
import { counted, formatMoney } from '@quaff/platform/console/display/figures/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import type { PayoutPeriods } from '../contract'
import classes from './generate.module.css'

type PaidOverlapsProps = Pick<PayoutPeriods, 'paidOverlaps' | 'timeZone'>

/** Charges that were paid out before overlaps were detected, each with a link to where it is reviewed. */
export function PaidOverlaps({ paidOverlaps: { count, charges }, timeZone }: PaidOverlapsProps) {
  if (count === 0) return null
  const more = count - charges.length
  return (
    <Notice tone="warn" title={`${counted(count, 'paid charge overlaps', 'paid charges overlap')} another paid period`}>
      Record a refund where it was paid twice, then mark it as reviewed.
      <ul className={classes.overlaps} aria-label="Paid charges to review">
        {charges.map(({ subscriptionId, periodStart, merchantName, amount, currency }) => (
          <li key={`${subscriptionId} ${periodStart.getTime()}`}>
            <AppLink to={`/analytics?tab=subscriptions&id=${encodeURIComponent(subscriptionId)}`} className="q-link">
              {merchantName}, charge of <DateText value={periodStart} timeZone={timeZone} />
            </AppLink>{' '}
            <span className="q-num">{formatMoney(amount, currency)}</span>
          </li>
        ))}
        {more > 0 && <li className="q-caption">{`and ${counted(more, 'more charge', 'more charges')}`}</li>}
      </ul>
    </Notice>
  )
}

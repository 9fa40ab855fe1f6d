import { Button } from '@quaff/platform/console/controls/button'
import { DateText, counted, formatMoney } from '@quaff/platform/console/display/formats'
import { Notice } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutPeriods } from '../generation-contract'
import { periodName } from '../period-rules'
import classes from './payouts.module.css'

export type Month = PayoutPeriods['periods'][number]

const shownMonths = 3

export function MissingMonths({ months, onOpen }: { months: readonly Month[]; onOpen: (period: string) => void }) {
  const missing = months.filter((month) => month.missing.length > 0)
  if (missing.length === 0) return null
  const more = missing.length - shownMonths
  return (
    <Notice tone="warn" title={`${counted(missing.length, 'month has', 'months have')} charges without payouts`}>
      <ul className={classes.missing} aria-label="Months with charges without payouts">
        {missing.slice(0, shownMonths).map((month) => (
          <li key={month.period}>
            <Button size="sm" variant="quiet" onClick={() => onOpen(month.period)}>
              {periodName(month.period)} <span className="q-num">{missingText(month)}</span>
            </Button>
          </li>
        ))}
        {more > 0 && <li className="q-caption">{`and ${counted(more, 'earlier month')}`}</li>}
      </ul>
    </Notice>
  )
}

/** "$4,211.00 · €90.00" */
export const missingText = ({ missing }: Month) =>
  missing.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(' · ')

type PaidOverlapsProps = Pick<PayoutPeriods, 'paidOverlaps' | 'timeZone'>

/** Lists charges that were paid out before overlaps were detected, each with a link to its review. */
export function PaidOverlaps({ paidOverlaps: { count, charges }, timeZone }: PaidOverlapsProps) {
  if (count === 0) return null
  const more = count - charges.length
  return (
    <Notice tone="warn" title={`${counted(count, 'paid charge overlaps', 'paid charges overlap')} another paid period`}>
      Record a refund where it was paid twice, then mark it as reviewed.
      <ul className={classes.overlaps} aria-label="Paid charges to review">
        {charges.map(({ subscriptionId, periodStart, merchantName, amount, currency }) => (
          <li key={`${subscriptionId} ${periodStart.getTime()}`}>
            <AppLink to={`/subscriptions?id=${encodeURIComponent(subscriptionId)}`} className="q-link">
              {isolated(merchantName)}, charge of <DateText value={periodStart} timeZone={timeZone} />
            </AppLink>{' '}
            <span className="q-num">{formatMoney(amount, currency)}</span>
          </li>
        ))}
        {more > 0 && <li className="q-caption">{`and ${counted(more, 'more charge', 'more charges')}`}</li>}
      </ul>
    </Notice>
  )
}

import { Button } from '@quaff/platform/console/controls/button'
import { counted, formatMoney } from '@quaff/platform/console/display/figure-text'
import { Notice } from '@quaff/platform/console/display/notice'
import type { PayoutPeriods } from '../generation-contract'
import { periodName } from '../period-rules'
import classes from './payouts.module.css'

export type Month = PayoutPeriods['periods'][number]

const shownMonths = 3

/** Lists ended months with charges that no payout pays. */
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

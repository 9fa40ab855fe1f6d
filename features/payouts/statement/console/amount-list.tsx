import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '@quaff/platform/console/controls/button'
import {
  DateRangeText,
  DateText,
  counted,
  formatMoneyChange,
  formatShare,
  Money,
} from '@quaff/platform/console/display/formats'
import { isolated } from '@quaff/platform/shared/readable-text'
import { NetText } from '../../console/payout-texts'
import { refusedRemoval } from '../../progress/rules'
import type { PayoutStatement } from '../../statement-contract'
import { adjustmentNames } from '../../statement-rules'
import classes from './amount-list.module.css'

type AmountListProps = {
  statement: PayoutStatement
  /** Omitted if no line can be removed. */
  onRemove?: ((adjustmentId: string) => void) | undefined
}

export function AmountList({ statement, onRemove }: AmountListProps) {
  const { gross, fee, feeBasisPoints, adjustmentLines, net, currency, renewalCount } = statement
  return (
    <ul className={classes.list} aria-label="Amounts">
      <Line label="Gross" caption={counted(renewalCount, 'renewal', 'renewals')}>
        <Money amountMinor={gross} currency={currency} />
      </Line>
      <Line label="Platform fee" caption={`${formatShare(feeBasisPoints / 10_000, 2)} of the gross`}>
        <Money amountMinor={fee === 0 ? 0 : -fee} currency={currency} />
      </Line>
      {adjustmentLines.map((line) => (
        <AdjustmentLine
          key={line.id}
          line={line}
          statement={statement}
          onRemove={refusedRemoval(line) ? undefined : onRemove}
        />
      ))}
      <li className={classes.total}>
        <b>Net</b>
        <span className={classes.amount}>
          <NetText amount={net} currency={currency} />
        </span>
      </li>
    </ul>
  )
}

type Adjustment = PayoutStatement['adjustmentLines'][number]
type AdjustmentLinesProps = {
  label: string
  statement: PayoutStatement
  lines: readonly Adjustment[]
  onRemove: (adjustmentId: string) => void
  canRemove: (line: Adjustment) => boolean
}

export function AdjustmentLines({ label, statement, lines, onRemove, canRemove }: AdjustmentLinesProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {lines.map((line) => (
        <AdjustmentLine
          key={line.id}
          line={line}
          statement={statement}
          onRemove={canRemove(line) ? onRemove : undefined}
        />
      ))}
    </ul>
  )
}

type AdjustmentLineProps = Pick<AmountListProps, 'statement'> & {
  line: Adjustment
  onRemove: AmountListProps['onRemove'] | undefined
}

function AdjustmentLine({
  line: { id, kind, charge, amount, reason, createdAt, by },
  statement: { currency, timeZone },
  onRemove,
}: AdjustmentLineProps) {
  return (
    <Line
      label={reason}
      caption={
        <>
          {charge && (
            <>
              {isolated(charge.subscriberName ?? 'Subscriber')}, {isolated(charge.planName)},{' '}
              <DateRangeText from={charge.periodStart} to={charge.periodEnd} timeZone={timeZone} withYear />
              {' · '}
            </>
          )}
          {adjustmentNames[kind]} of <DateText value={createdAt} timeZone={timeZone} withYear />
          {by !== null && ` by ${isolated(by)}`}
        </>
      }
      action={
        onRemove && (
          <IconButton size="sm" icon={IconTrash} label={`Remove: ${isolated(reason)}`} onClick={() => onRemove(id)} />
        )
      }
    >
      <span className="q-num">{formatMoneyChange(amount, currency)}</span>
    </Line>
  )
}

type LineProps = { label: string; caption: ReactNode; action?: ReactNode; children: ReactNode }

function Line({ label, caption, action, children }: LineProps) {
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        <span>{label}</span>
        <span className="q-caption">{caption}</span>
      </span>
      <span className={classes.amount}>
        {children}
        {action}
      </span>
    </li>
  )
}

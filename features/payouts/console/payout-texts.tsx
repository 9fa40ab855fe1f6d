import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { counted, formatMoneyChange, Money } from '@quaff/platform/console/display/formats'
import type { Column } from '@quaff/platform/console/list/data-table'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import type { RunRow } from '../contract'
import classes from './payouts.module.css'

/** Its arrow is in line with the page below. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <div className={classes.back}>
    <ButtonLink size="sm" variant="quiet" icon={IconArrowLeft} to={to}>
      {children}
    </ButtonLink>
  </div>
)

type Amount = { amount: number; currency: string }

/** Highlights a net below zero. */
export function NetText({ amount, currency }: Amount) {
  return (
    <span className={amount < 0 ? classes.negative : undefined}>
      <Money amountMinor={amount} currency={currency} />
    </span>
  )
}

export const signed = (amount: number, currency: string) =>
  amount === 0 ? null : <span className="q-num">{formatMoneyChange(amount, currency)}</span>

const lineNames = {
  manual: 'adjustment',
  refund: 'refund',
  refund_reversal: 'refund reversal',
  dispute: 'lost dispute',
  dispute_reversal: 'dispute reversal',
  correction: 'correction',
} as const

/** "2 refunds −$58.00 · Carried in −$45.16" */
export function LineNotes({ row: { lines, currency, failedAttempts } }: { row: RunRow }) {
  const notes = lines.map(({ kind, count, amount: minor }) => {
    const what = kind === 'carry' ? (minor < 0 ? 'Carried in' : 'Carried over') : counted(count, lineNames[kind])
    return (
      <span key={`${kind} ${minor}`}>
        {what} {signed(minor, currency)}
      </span>
    )
  })
  return (
    <span className={classes.notes}>
      {notes}
      {failedAttempts > 0 && <span>{counted(failedAttempts, 'returned attempt')}</span>}
    </span>
  )
}

export const noAmount = <span className="q-muted">—</span>

type AmountRow = { gross: number; fee: number; adjustments: number; net: number; currency: string }

/** The sum of a payout and how it comes about. `netSortKey` is absent where the order is fixed. */
export function amountColumns<Row extends AmountRow>(netSortKey?: string): Column<Row>[] {
  return [
    {
      id: 'gross',
      header: 'Gross',
      align: 'right',
      card: 'hide',
      cell: (row) => <Money amountMinor={row.gross} currency={row.currency} />,
    },
    {
      id: 'fee',
      header: 'Fee',
      align: 'right',
      card: 'hide',
      cell: (row) => signed(-row.fee, row.currency) ?? noAmount,
    },
    {
      id: 'adjustments',
      header: 'Adjustments',
      align: 'right',
      card: 'hide',
      cell: (row) => signed(row.adjustments, row.currency) ?? noAmount,
    },
    {
      id: 'net',
      header: 'Net',
      sortKey: netSortKey,
      align: 'right',
      card: 'fact',
      cell: (row) => (
        <span className="q-strong">
          <NetText amount={row.net} currency={row.currency} />
        </span>
      ),
    },
  ]
}

export function BankProblemText({ problem }: { problem: string | null }) {
  if (problem === null) return <span className="q-muted">On file</span>
  return (
    <span className={classes.problem}>
      <Glyph icon={IconAlertTriangle} size={14} />
      {problem}
    </span>
  )
}

type Sum = { amountMinor: number; currency: string }

export function MoneySumsText({ label, sums }: { label: ReactNode; sums: readonly Sum[] }) {
  return (
    <p className={classes.sums}>
      <span className="q-secondary">{label}</span>
      {sums.length === 0 && <span className="q-muted">—</span>}
      {sums.map(({ amountMinor, currency }) => (
        <span key={currency} className={classes.figuresSum}>
          <b className="q-h3">
            <Money amountMinor={amountMinor} currency={currency} />
          </b>
          <span className="q-caption">{currency.toUpperCase()}</span>
        </span>
      ))}
    </p>
  )
}

import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { Money } from '@quaff/platform/console/display/money'
import { BankProblemText } from '../../console/bank-problem-text'
import { NetText, signed } from '../../console/net-text'
import type { PayoutPreviewRow } from '../contract'
import type { CurrencyTotal } from './preview-figures'
import classes from './generate.module.css'

const SHOWN = 100
const payoutCount = (count: number) => counted(count, 'payout')

const columns: readonly FigureColumn<PayoutPreviewRow>[] = [
  {
    id: 'merchant',
    header: 'Merchant',
    isTitle: true,
    cell: (row) => (
      <>
        {row.merchantName}
        {row.state === 'exists' && <span className={`q-caption ${classes.note}`}>already generated</span>}
      </>
    ),
  },
  { id: 'currency', header: 'Currency', cell: (row) => row.currency.toUpperCase() },
  {
    id: 'gross',
    header: 'Gross',
    align: 'right',
    cell: (row) => <Money amountMinor={row.gross} currency={row.currency} />,
  },
  { id: 'fee', header: 'Fee', align: 'right', cell: (row) => signed(-row.fee, row.currency) },
  { id: 'adjustments', header: 'Adjustments', align: 'right', cell: (row) => signed(row.adjustments, row.currency) },
  {
    id: 'net',
    header: 'Net',
    align: 'right',
    cell: (row) => (
      <span className="q-strong">
        <NetText amount={row.net} currency={row.currency} />
      </span>
    ),
  },
  {
    id: 'late',
    header: 'Late',
    align: 'right',
    cell: (row) => (row.lateCount === 0 ? null : formatCount(row.lateCount)),
  },
  { id: 'bank', header: 'Bank', cell: (row) => <BankProblemText problem={row.bankProblem} /> },
]

type PreviewTableProps = { rows: readonly PayoutPreviewRow[]; totals: readonly CurrencyTotal[] }

/** By merchant; the lines below add up what would be generated. */
export function PreviewTable({ rows, totals }: PreviewTableProps) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <FiguresTable
        caption="What would be generated"
        columns={columns}
        rows={rows.slice(0, shown)}
        rowId={(row) => `${row.merchantId} ${row.currency}`}
        totals={totals.map(({ currency, count, gross, fee, adjustments, net }) => ({
          id: currency,
          cells: {
            merchant: payoutCount(count),
            currency: currency.toUpperCase(),
            gross: <Money amountMinor={gross} currency={currency} />,
            fee: signed(-fee, currency),
            adjustments: signed(adjustments, currency),
            net: <NetText amount={net} currency={currency} />,
          },
        }))}
      />
      {rows.length > shown && (
        <div className="q-row">
          <span className="q-caption">
            {`${formatCount(shown)} of ${formatCount(rows.length)} shown; the sums are of all.`}
          </span>
          <Button size="sm" className="q-end" onClick={() => setShown(shown + SHOWN)}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

import type { ComponentProps } from 'react'
import { counted, formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures/figures-table'
import { Money } from '@quaff/platform/console/display/money'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { BankProblemText } from '../../console/bank-problem-text'
import { NetText, signed } from '../../console/net-text'
import type { PayoutPreview, PayoutPreviewRow } from '../contract'
import classes from './generate.module.css'

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

export type MoreRows = Pick<ComponentProps<typeof LoadMore>, 'hasMore' | 'loading' | 'failed' | 'onLoadMore'>
type PreviewTableProps = { pages: readonly PayoutPreview[]; total: number; more: MoreRows }

/** By merchant; the lines below add up what would be generated. */
export function PreviewTable({ pages, total, more }: PreviewTableProps) {
  const rows = pages.flatMap((page) => page.rows)
  const totals = pages[0]?.totals ?? []
  return (
    <>
      <FiguresTable
        caption="What would be generated"
        columns={columns}
        rows={rows}
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
      {rows.length < total && <LoadMore shown={rows.length} total={total} note="Totals include all." {...more} />}
    </>
  )
}

import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { FiguresTable, type FigureColumn } from '@quaff/platform/console/display/figures-table'
import { formatCount, Money } from '@quaff/platform/console/display/formats'
import type { PayoutCounts, PayoutRow } from '../contract'
import { payoutStatuses, type PayoutStatus } from '../statement-contract'
import type { PayoutSearch } from './payout-search-widget'
import { payoutStatusMeta } from './payout-status-pill'
import { MoneySumsText } from './payout-texts'
import classes from './payouts.module.css'

type PayoutTotalsProps = {
  search: PayoutSearch
  scopedTo: string | undefined
  counts: PayoutCounts | undefined
  rows: readonly PayoutRow[]
  total: number | undefined
}

/** Sums the nets of the shown payouts. A search by name sums only the loaded rows, and the label says so. */
export function PayoutTotals({ search, scopedTo, counts, rows, total }: PayoutTotalsProps) {
  if (search.q !== undefined) {
    const isPart = total !== undefined && rows.length < total
    const label = isPart ? `Net of the first ${formatCount(rows.length)}` : 'Net of these payouts'
    const sums = sumByCurrency(rows.map(({ net, currency }) => ({ amountMinor: net, currency })))
    return <MoneySumsText label={label} sums={sums} />
  }
  const { status } = search
  if (status !== undefined)
    return (
      <MoneySumsText
        label={`Net of ${status === 'draft' ? 'drafts' : `${status} payouts`}`}
        sums={counts?.net[status] ?? []}
      />
    )
  // The place of the sums is kept while they load, and closes up when there are none.
  if (counts && Object.values(counts.net).flat().length === 0) return null
  return (
    <div className={classes.payoutListSums} data-global={scopedTo === undefined}>
      {counts && <TotalsTable counts={counts} />}
    </div>
  )
}

type SumRow = { currency: string; total: number; byStatus: Partial<Record<PayoutStatus, number>> }

function TotalsTable({ counts: { net } }: { counts: PayoutCounts }) {
  const totals = sumByCurrency(Object.values(net).flat())
  const rows = totals.map(({ currency, amountMinor }): SumRow => {
    const of = (status: PayoutStatus) => net[status]?.find((sum) => sum.currency === currency)?.amountMinor
    const sums = payoutStatuses.map((status) => [status, of(status)] as const)
    return { currency, total: amountMinor, byStatus: Object.fromEntries(sums) }
  })
  const statuses = payoutStatuses.filter((status) => (net[status] ?? []).length > 0)
  if (rows.length === 0) return null
  return (
    <FiguresTable
      caption="Net by currency and status"
      rows={rows}
      rowId={({ currency }) => currency}
      columns={[
        { id: 'currency', header: 'Currency', isTitle: true, cell: ({ currency }) => currency.toUpperCase() },
        ...statuses.map((status): FigureColumn<SumRow> => ({
          id: status,
          header: payoutStatusMeta[status].label,
          align: 'right',
          cell: ({ byStatus, currency }) => {
            const amount = byStatus[status]
            return amount === undefined ? null : <Money amountMinor={amount} currency={currency} />
          },
        })),
        {
          id: 'total',
          header: 'Total',
          align: 'right',
          cell: ({ total, currency }) => (
            <b className="q-strong">
              <Money amountMinor={total} currency={currency} />
            </b>
          ),
        },
      ]}
    />
  )
}

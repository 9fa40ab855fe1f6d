import { IconCash } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { type FigureColumn, FiguresTable } from '@quaff/platform/console/display/figures-table'
import { DateText, counted, formatCount, formatShare, Money } from '@quaff/platform/console/display/formats'
import { inZone } from '@quaff/platform/console/display/measured-labels'
import { Notice } from '@quaff/platform/console/display/panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { LoadMore } from '@quaff/platform/console/list/load-more'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PayoutPreview, PayoutPreviewRow } from '../generation-contract'
import { BankProblemText, NetText, signed } from './payout-texts'
import classes from './payouts.module.css'

interface GenerationPreviewProps {
  pages: readonly PayoutPreview[]
  fresh: number
  more: MoreRows
}

export function GenerationPreview({ pages, fresh, more }: GenerationPreviewProps) {
  const [preview] = pages
  if (!preview || fresh + preview.existing === 0)
    return <EmptyState icon={IconCash} title="Nothing to pay" text="No charges or open adjustments this month." />
  return (
    <>
      <p className="q-secondary" role="status">
        {sentenceOf(fresh, preview.existing)}
      </p>
      {hintsOf(preview).map((hint) => (
        <Notice key={hint} tone="warn">
          {hint}
        </Notice>
      ))}
      <div className={classes.preview}>
        <PreviewTable pages={pages} total={fresh + preview.existing} more={more} />
      </div>
      <p className="q-caption">
        {`Net = gross − platform fee of ${formatShare(preview.feeBasisPoints / 10_000, 2)} ± adjustments. Period: `}
        <DateText value={preview.start} timeZone={preview.timeZone} style="datetime" /> to{' '}
        <DateText value={preview.end} timeZone={preview.timeZone} style="datetime" />
        {inZone(preview.timeZone)}.
      </p>
    </>
  )
}

function sentenceOf(fresh: number, existing: number): string {
  const exist = `${formatCount(existing)} already generated`
  if (fresh === 0) return exist
  return existing === 0 ? `${formatCount(fresh)} new` : `${formatCount(fresh)} new · ${exist}`
}

function hintsOf({ late, withoutBank, belowZero, overlaps }: PayoutPreview): string[] {
  const of = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`
  return [
    withoutBank > 0 &&
      `${of(withoutBank, 'payout has', 'payouts have')} no complete bank details. The bank file leaves them out.`,
    overlaps > 0 &&
      `${of(overlaps, 'charge overlaps', 'charges overlap')} another period and ${overlaps === 1 ? 'is' : 'are'} held. Decide in the subscription’s charges.`,
    late > 0 && `Includes ${of(late, 'late charge', 'late charges')} from earlier months.`,
    belowZero > 0 &&
      `${of(belowZero, 'payout is', 'payouts are')} below zero. Carry over or adjust before you approve.`,
  ].filter((hint) => hint !== false)
}

const payoutCount = (count: number) => counted(count, 'payout')

const columns: readonly FigureColumn<PayoutPreviewRow>[] = [
  {
    id: 'merchant',
    header: 'Merchant',
    isTitle: true,
    cell: (row) => (
      <>
        {isolated(row.merchantName)}
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

type MoreRows = Pick<ComponentProps<typeof LoadMore>, 'hasMore' | 'loading' | 'failed' | 'onLoadMore'>

/** Sorted by merchant. The lines below add up what would be generated. */
function PreviewTable({ pages, total, more }: { pages: readonly PayoutPreview[]; total: number; more: MoreRows }) {
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

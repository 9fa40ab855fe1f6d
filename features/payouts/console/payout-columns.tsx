import { IconReceipt } from '@tabler/icons-react'
import { DateText } from '@quaff/platform/console/display/date-time'
import { InitialsMark } from '@quaff/platform/console/display/initials-mark'
import { Money } from '@quaff/platform/console/display/money'
import type { Column } from '@quaff/platform/console/list/data-table'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import type { PayoutRow } from '../contract'
import { periodName } from '../period/rules'
import { BankProblemText } from './bank-problem-text'
import { NetText, signed } from './net-text'
import { PayoutStatusPill } from './payout-status-pill'

type ColumnFacts = {
  timeZone: string
  /** Of one merchant the period names the row. */
  isGlobal: boolean
  /** Bank details are for administrators. */
  isManager: boolean
}

export function payoutColumns({ timeZone, isGlobal, isManager }: ColumnFacts): Column<PayoutRow>[] {
  const bank: Column<PayoutRow> = {
    id: 'bank',
    header: 'Bank',
    card: 'fact',
    cell: (row) => {
      if (row.net === 0) return <span className="q-muted">Nothing to pay</span>
      if (row.status === 'confirmed') return <span className="q-muted">Paid</span>
      return <BankProblemText problem={row.bankProblem} />
    },
  }
  return [
    ...(isGlobal ? [merchantTitle, period] : [periodTitle]),
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
      cell: (row) => signed(-row.fee, row.currency) ?? nothing,
    },
    {
      id: 'adjustments',
      header: 'Adjustments',
      align: 'right',
      card: 'hide',
      cell: (row) => signed(row.adjustments, row.currency) ?? nothing,
    },
    {
      id: 'net',
      header: 'Net',
      sortKey: 'net',
      align: 'right',
      card: 'fact',
      cell: (row) => (
        <span className="q-strong">
          <NetText amount={row.net} currency={row.currency} />
        </span>
      ),
    },
    ...(isManager ? [bank] : []),
    {
      id: 'status',
      header: 'Status',
      sortKey: 'status',
      card: 'status',
      cell: (row) => <PayoutStatusPill status={row.status} />,
    },
    {
      id: 'updated',
      header: 'Updated',
      card: isManager ? 'hide' : 'fact',
      cell: (row) => <DateText value={row.updatedAt} timeZone={timeZone} />,
    },
  ]
}

const nothing = <span className="q-muted">—</span>
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

const merchantTitle: Column<PayoutRow> = {
  id: 'merchant',
  header: 'Merchant',
  sortKey: 'merchant',
  card: 'title',
  cell: (row) => <TitleCell title={row.merchantName} mark={<InitialsMark name={row.merchantName} />} />,
}
const period: Column<PayoutRow> = {
  id: 'period',
  header: 'Period',
  sortKey: 'period',
  card: 'fact',
  cell: (row) => (
    <span title={periodName(row.period)}>{shortMonth.format(new Date(`${row.period}-15T00:00:00Z`))}</span>
  ),
}
const periodTitle: Column<PayoutRow> = {
  id: 'period',
  header: 'Period',
  sortKey: 'period',
  card: 'title',
  cell: (row) => (
    <TitleCell
      title={periodName(row.period)}
      caption={row.currency.toUpperCase()}
      mark={<InitialsMark name={periodName(row.period)} icon={IconReceipt} />}
    />
  ),
}

import { IconCash, IconReceipt } from '@tabler/icons-react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { now } from '@quaff/platform/console/clock'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList, statusTabs } from '@quaff/platform/console/list/list-definition'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { filterOf, withoutAbsent } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { type PayoutFilter, payoutFilters, payoutLimits, type PayoutRow } from '../contract'
import { listEndedPeriods, periodName } from '../period-rules'
import { payoutStatuses } from '../statement-contract'
import { payoutName } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'
import { payoutSearch } from './payout-search-widget'
import { payoutStatusMeta, PayoutStatusPill } from './payout-status-pill'
import { amountColumns, BankProblemText } from './payout-texts'

type PayoutDetails = {
  /** The chosen merchant. It overrides the merchant and the name search in the URL. */
  scopedTo: string | undefined
  timeZone: string
  isManager: boolean
}

const SHOWN_PERIODS = 24
const allTabs = statusTabs('Payouts by status', payoutStatusMeta, payoutStatuses, 'failed')

export const payoutList = defineList<PayoutDetails>()({
  name: 'Payouts',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'payouts' : 'merchant-payouts'),
  search: payoutSearch,
  filters: payoutFilters,
  api: payoutsApi.list,
  filter: (search, { timeZone, scopedTo }): PayoutFilter => {
    const { q, ...requested } = filterOf(payoutFilters, search, timeZone)
    return scopedTo === undefined ? withoutAbsent({ ...requested, q }) : { ...requested, merchantId: scopedTo }
  },
  input: (filter, page, { sort, order }) => ({ ...filter, ...withoutAbsent({ sort, order }), ...page }),
  find: ({ scopedTo }) =>
    scopedTo === undefined ? { placeholder: 'Search merchant', label: 'Search payouts' } : undefined,
  tabs: {
    ...allTabs,
    // Merchant roles never see drafts, so they have no Draft tab.
    of: ({ isManager }) => allTabs.of().filter(({ id }) => isManager || id !== 'draft'),
  },
  useChips: ({ period, merchantId }, { scopedTo, timeZone }) => ({
    status: null,
    period: { label: 'Period', options: periodOptions(period, timeZone) },
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
  }),
  sort: { first: { key: 'period', direction: 'desc' } },
  columns: ({ timeZone, scopedTo, isManager }) =>
    payoutColumns({ timeZone, isGlobal: scopedTo === undefined, isManager }),
  rowId: ({ id }) => id,
  rowLabel: (row) => `${payoutName(row)}, ${row.currency.toUpperCase()}`,
  caption: ({ sort, order }) => (sort || order ? 'Payouts' : 'Payouts, newest period first'),
  export: { path: '/api/files/payouts-export', selected: payoutLimits.exportSelection },
  empty: ({ status }, { isManager }, onSearch) =>
    status ? (
      <EmptyTab icon={IconCash} items="payouts" meta={payoutStatusMeta[status]} />
    ) : (
      <EmptyState
        icon={IconCash}
        title="No payouts yet"
        text={
          isManager
            ? 'Generate payouts after each month ends.'
            : 'Statements appear here once we approve a month’s payout.'
        }
        action={isManager && <Button onClick={() => onSearch({ action: 'generate' })}>Generate payouts</Button>}
      />
    ),
})

/** Returns the last two years, plus the period in the URL if it is older. */
function periodOptions(chosen: string | undefined, timeZone: string) {
  const ended = listEndedPeriods(timeZone, now(), SHOWN_PERIODS).map(({ period }) => period)
  const shown = chosen === undefined || ended.includes(chosen) ? ended : [...ended, chosen]
  return shown.map((period) => ({ value: period, label: periodName(period) }))
}

type ColumnDetails = {
  timeZone: string
  /** The period identifies the row of a single merchant. */
  isGlobal: boolean
  isManager: boolean
}

function payoutColumns({ timeZone, isGlobal, isManager }: ColumnDetails): Column<PayoutRow>[] {
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
    ...amountColumns<PayoutRow>('net'),
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

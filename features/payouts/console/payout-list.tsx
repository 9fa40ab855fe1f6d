import { IconCash } from '@tabler/icons-react'
import { useMerchantFilter } from '@quaff/features/subscriptions/console/filter-choices-widget'
import { now } from '@quaff/platform/console/clock'
import { Button } from '@quaff/platform/console/controls/button'
import { filterOf, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { defineList, statusTabs } from '@quaff/platform/console/list/record/list-definition'
import { payoutFilters, payoutLimits, type PayoutFilter } from '../contract'
import { listEndedPeriods, periodName } from '../period/rules'
import { payoutStatuses } from '../statement/contract'
import { payoutColumns } from './payout-columns'
import { payoutName } from './payout-commands-widget'
import { payoutsApi } from './payout-queries'
import { payoutSearch } from './payout-search-widget'
import { payoutLooks } from './payout-status-pill'

type PayoutFacts = {
  /** The chosen merchant; it wins over a merchant, and over a name that is looked for, in the address. */
  scopedTo: string | undefined
  timeZone: string
  isManager: boolean
}

const SHOWN_PERIODS = 24
const allTabs = statusTabs('Payouts by status', payoutLooks, payoutStatuses, 'failed')

export const payoutList = defineList<PayoutFacts>()({
  name: 'Payouts',
  columnsName: ({ scopedTo }) => (scopedTo === undefined ? 'payouts' : 'merchant-payouts'),
  search: payoutSearch,
  filters: payoutFilters,
  api: payoutsApi.list,
  filter: (search, { timeZone, scopedTo }): PayoutFilter => {
    const { q, ...asked } = filterOf(payoutFilters, search, timeZone)
    return scopedTo === undefined ? withoutAbsent({ ...asked, q }) : { ...asked, merchantId: scopedTo }
  },
  input: (filter, page, { sort, order }) => ({ ...filter, ...withoutAbsent({ sort, order }), ...page }),
  find: ({ scopedTo }) =>
    scopedTo === undefined ? { placeholder: 'Search merchant', label: 'Search payouts' } : undefined,
  tabs: {
    ...allTabs,
    // A draft is no statement yet: only who manages payouts has a tab of them.
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
      <EmptyTab icon={IconCash} items="payouts" look={payoutLooks[status]} />
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

/** The last two years, and the one that an address names beyond them. */
function periodOptions(chosen: string | undefined, timeZone: string) {
  const ended = listEndedPeriods(timeZone, now(), SHOWN_PERIODS).map(({ period }) => period)
  const shown = chosen === undefined || ended.includes(chosen) ? ended : [...ended, chosen]
  return shown.map((period) => ({ value: period, label: periodName(period) }))
}

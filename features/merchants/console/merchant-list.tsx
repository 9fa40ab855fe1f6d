import { IconBuildingStore } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { DateText, RelativeTime, formatCount, Money } from '@quaff/platform/console/display/formats'
import { InitialsMark } from '@quaff/platform/console/display/marks'
import type { Column } from '@quaff/platform/console/list/data-table'
import { defineList } from '@quaff/platform/console/list/list-definition'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { filterOf } from '@quaff/platform/console/list/search-values'
import { TitleCell } from '@quaff/platform/console/list/table/title-cell'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { categoryChoices, categoryLabel } from '../category-rules'
import { merchantFilters, merchantLimits, type MerchantRow, merchantStatuses, merchantTabs } from '../contract'
import { merchantsApi } from './merchant-queries-widget'
import { merchantSearch, type MerchantSearch } from './merchant-search-widget'
import { MerchantStatusPill, statusFilterLabels, tabLabels } from './merchant-status-pill'

const STALE_MS = 5 * 60_000
const warn = { tone: 'warn' as const }

export const merchantList = defineList<{ timeZone: string }>()({
  name: 'Merchants',
  columnsName: () => 'merchants',
  search: merchantSearch,
  filters: merchantFilters,
  api: merchantsApi.list,
  staleTime: STALE_MS,
  filter: (search, { timeZone }) => ({ tab: 'all' as const, ...filterOf(merchantFilters, search, timeZone) }),
  input: (filter, page, search) => ({ ...filter, ...page, ...orderOf(search) }),
  find: () => ({ placeholder: 'Name or email', label: 'Search merchants' }),
  tabs: {
    field: 'tab',
    label: 'Merchants by state',
    first: 'all',
    of: (_, shown) => [
      ...merchantTabs.map((id) => ({ id, label: tabLabels[id], ...(id === 'review' && warn) })),
      ...(shown === 'pending' ? [{ id: shown, label: statusFilterLabels.pending, ...warn }] : []),
    ],
    shown: shownTab,
    change: ({ status }, tab) =>
      tab === 'pending'
        ? {}
        : {
            ...merchantSearch.pick({ tab: tab === 'all' ? undefined : tab }),
            status: status === 'pending' ? undefined : status,
          },
  },
  useChips: () => ({
    tab: null,
    status: {
      label: 'Status',
      options: merchantStatuses.map((value) => ({ value, label: statusFilterLabels[value] })),
    },
    category: { label: 'Category', options: categoryChoices },
    hasBank: { label: 'Has bank' },
    isLive: { label: 'Selling' },
    needsReview: { label: 'Needs review' },
    created: { label: 'Created' },
  }),
  sort: {
    first: { key: 'name', direction: 'desc' },
    options: [
      { key: 'name', label: 'Name', directionLabels: { asc: 'A–Z', desc: 'Z–A' } },
      { key: 'subscribers', label: 'Subscribers', directionLabels: { asc: 'fewest first', desc: 'most first' } },
      { key: 'revenue', label: 'Monthly revenue', directionLabels: { asc: 'lowest first', desc: 'highest first' } },
      { key: 'activity', label: 'Last activity', directionLabels: { asc: 'oldest first', desc: 'latest first' } },
      { key: 'created', label: 'Created', directionLabels: { asc: 'oldest first', desc: 'newest first' } },
    ],
  },
  columns: ({ timeZone }) => merchantColumns(timeZone),
  rowId: ({ id }) => id,
  rowLabel: ({ name }) => name,
  export: {
    path: '/api/files/merchants-export',
    selected: merchantLimits.exportSelection,
    body: (filter, ids, search) => (ids ? { ids } : { filter: { ...filter, ...orderOf(search) } }),
  },
  empty: ({ tab }, _, onSearch) =>
    tab ? (
      <EmptyState icon={IconBuildingStore} title="No merchants here" text="Choose another tab." />
    ) : (
      <EmptyState
        icon={IconBuildingStore}
        title="No merchants yet"
        text="Create a merchant or share a signup form."
        action={<Button onClick={() => onSearch({ action: 'create' })}>Create merchant</Button>}
      />
    ),
})

function orderOf({ sort = 'name', order = 'desc' }: MerchantSearch) {
  return { sort, order } as const
}

/** `?status=pending` covers the review tab and setup, so it has its own tab. */
export function shownTab({ tab, status }: MerchantSearch) {
  return tab ?? (status === 'pending' ? 'pending' : 'all')
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

function merchantColumns(timeZone: string): Column<MerchantRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortKey: 'name',
      card: 'title',
      cell: (row) => (
        <TitleCell
          title={row.name}
          caption={categoryLabel(row.businessType)}
          mark={<InitialsMark name={row.name} imageUrl={row.logoUrl} />}
          narrow
        />
      ),
    },
    {
      id: 'status',
      header: 'Status',
      card: 'status',
      cell: (row) => <MerchantStatusPill merchant={row} timeZone={timeZone} />,
    },
    {
      id: 'subscribers',
      header: 'Active / total',
      sortKey: 'subscribers',
      align: 'right',
      card: 'fact',
      cell: (row) => `${formatCount(row.activeSubscribers)} / ${formatCount(row.totalSubscribers)}`,
    },
    {
      id: 'revenue',
      header: 'Monthly revenue',
      sortKey: 'revenue',
      align: 'right',
      card: 'fact',
      cell: (row) => <RevenueText totals={row.monthlyRevenue} />,
    },
    {
      id: 'redemptions',
      header: 'Redemptions',
      align: 'right',
      card: 'hide',
      cell: (row) => formatCount(row.redemptionCount),
    },
    {
      id: 'locations',
      header: 'Locations',
      align: 'right',
      card: 'hide',
      cell: (row) => formatCount(row.totalLocations),
    },
    {
      id: 'activity',
      header: 'Last activity',
      sortKey: 'activity',
      card: 'fact',
      cell: (row) => <RelativeTime value={row.lastActivity} timeZone={timeZone} />,
    },
    {
      id: 'created',
      header: 'Created',
      sortKey: 'created',
      card: 'hide',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
    {
      id: 'ownerEmail',
      header: 'Owner email',
      hiddenByDefault: true,
      card: 'hide',
      cell: (row) => (row.ownerEmail === null ? '—' : readableEmail(row.ownerEmail)),
    },
    { id: 'taxId', header: 'Tax ID set', hiddenByDefault: true, card: 'hide', cell: (row) => yesNo(row.hasTaxId) },
    { id: 'bank', header: 'Bank verified', hiddenByDefault: true, card: 'hide', cell: (row) => yesNo(row.hasBank) },
    {
      id: 'completeness',
      header: 'Completeness',
      hiddenByDefault: true,
      align: 'right',
      card: 'hide',
      cell: (row) => `${row.completeness}%`,
    },
  ]
}

/** One total per currency, never added together. */
export function RevenueText({ totals }: { totals: MerchantRow['monthlyRevenue'] }) {
  const [first, ...rest] = totals
  if (!first) return <span>—</span>
  return (
    <>
      <Money {...first} />
      {rest.map((total) => (
        <span key={total.currency} className="q-caption">
          {' + '}
          <Money {...total} />
        </span>
      ))}
    </>
  )
}

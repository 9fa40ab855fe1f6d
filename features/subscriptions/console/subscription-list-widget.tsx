import { IconTicket } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveRefresh, useCan, useFiguresTimeZone } from '@quaff/features/sessions/console/session-widget'
import { SetupLink } from '@quaff/features/sessions/console/setup-link-widget'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { formatDate } from '@quaff/platform/console/display/formats'
import { BulkBar, ExportSelected } from '@quaff/platform/console/list/bulk-bar'
import { defineList, statusTabs } from '@quaff/platform/console/list/list-definition'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { RecordList } from '@quaff/platform/console/list/record-list'
import { filterOf, withoutAbsent } from '@quaff/platform/console/list/search-values'
import { useRecordList } from '@quaff/platform/console/list/use-record-list'
import { shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { isolated } from '@quaff/platform/shared/readable-text'
import { churnWindowDays } from '../churn-rules'
import { type SubscriptionFilter, subscriptionFilters, subscriptionLimits, subscriptionStatuses } from '../contract'
import { subscriptionPermissions } from '../permissions'
import { useMerchantFilter, usePlanFilter } from './filter-choices-widget'
import { subscriptionColumns } from './subscription-columns'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import {
  type ChangeSubscriptionSearch,
  newestChoices,
  type SubscriptionSearch,
  subscriptionSearch,
} from './subscription-search-widget'
import { subscriptionStatusMeta } from './subscription-status-widget'

const PlanGroupsView = deferred(async () => (await import('./plan-groups-view')).PlanGroupsView)
const SubscriptionSheet = deferred(async () => (await import('./subscription-sheet')).SubscriptionSheet)

type SubscriptionListProps = {
  /** Limits the list to this merchant. */
  merchantId?: string
  search: SubscriptionSearch
  onSearch: ChangeSubscriptionSearch
}

export function SubscriptionList({ merchantId: scopedTo, search, onSearch }: SubscriptionListProps) {
  const timeZone = useFiguresTimeZone()
  const maySearch = useCan(subscriptionPermissions, 'subscription.search').allowed
  const isByPlan = search.view === 'plans'
  const { status, endsFrom, endsTo, on } = search
  const list = useRecordList(subscriptionList, {
    search,
    onSearch,
    details: { scopedTo, timeZone, maySearch, shown: { status, endsFrom, endsTo, on } },
    enabled: !isByPlan,
  })
  const { merchantId } = list.filter
  useSubscriptionRefresh(merchantId)
  // Only the merchant filter changes the counts.
  const counts = useQuery(subscriptionsApi.counts.queryOptions({ input: { merchantId }, enabled: !isByPlan }))
  const views = (
    <Segmented
      label="View"
      value={search.view ?? 'list'}
      options={viewOptions}
      onChange={(view) => onSearch({ view: view === 'plans' ? view : undefined, page: undefined })}
    />
  )
  return (
    <div className="q-stack">
      {isByPlan ? (
        <>
          <div className="q-row q-wrap">
            <Segmented
              label="Of each plan"
              value={search.newest ?? '10'}
              options={newestOptions}
              onChange={(newest) => onSearch({ newest: newest === '10' ? undefined : newest }, { replace: true })}
            />
            <span className="q-end">{views}</span>
          </div>
          <PlanGroupsView search={search} timeZone={timeZone} onSearch={onSearch} merchantId={merchantId} />
        </>
      ) : (
        <RecordList list={list} counts={counts.data} countedBy={['merchantId']} actions={views} />
      )}
      {!isByPlan && (
        <BulkBar {...list.bulk}>
          <ExportSelected list={list} />
        </BulkBar>
      )}
      {search.id !== undefined && (
        <SubscriptionSheet {...list.sheet} id={search.id} rows={isByPlan ? [] : list.pages.rows} />
      )}
    </div>
  )
}

function useSubscriptionRefresh(merchantId: string | undefined): void {
  const client = useQueryClient()
  useLiveRefresh(
    ['subscription'],
    () => client.invalidateQueries({ queryKey: subscriptionsApi.key() }),
    (event) => merchantId === undefined || event.merchantId === merchantId,
  )
}

const viewOptions = [
  { value: 'list', label: 'List' },
  { value: 'plans', label: 'By plan' },
] as const
const newestOptions = newestChoices.map((value) => ({ value, label: `Newest ${value}` }))

type SubscriptionDetails = {
  /** Takes precedence over a merchant in the URL. */
  scopedTo: string | undefined
  timeZone: string
  /** The viewer may search for people and see who canceled. */
  maySearch: boolean
  shown: Pick<SubscriptionSearch, 'status' | 'endsFrom' | 'endsTo' | 'ending' | 'on'>
}

const byStatus = statusTabs('Subscriptions by status', subscriptionStatusMeta, subscriptionStatuses)
const statusOptions = subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusMeta[value].label }))

export const subscriptionList = defineList<SubscriptionDetails>()({
  name: 'Subscriptions',
  columnsName: () => 'subscriptions',
  search: subscriptionSearch,
  filters: subscriptionFilters,
  api: subscriptionsApi.list,
  filter: (search, { timeZone, scopedTo }): SubscriptionFilter => {
    const { q, ...requested } = filterOf(subscriptionFilters, search, timeZone)
    const { on, runningAt } = search
    return {
      ...requested,
      ...withoutAbsent({
        merchantId: scopedTo ?? requested.merchantId,
        q,
        statusBefore: on === undefined ? undefined : shiftDaysIn(timeZone, startOfDayKeyIn(timeZone, on), 1),
        runningAt: runningAt === undefined ? undefined : startOfDayKeyIn(timeZone, runningAt),
      }),
    }
  },
  input: (filter, page) => ({ ...filter, ...page }),
  find: ({ maySearch }) =>
    maySearch
      ? { placeholder: 'Name or email', label: 'Search subscriptions' }
      : { placeholder: 'Tess F.', label: 'Search by first name and initial' },
  // Within a merchant's page, which has tabs of its own, the status is a filter.
  tabs: { ...byStatus, of: ({ scopedTo }) => (scopedTo === undefined ? byStatus.of() : []) },
  useChips: ({ merchantId, planId, on, runningAt }, { scopedTo }) => ({
    status: scopedTo === undefined ? null : { label: 'Status', options: statusOptions },
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
    planId: usePlanFilter(scopedTo ?? merchantId, planId),
    created: { label: 'Created' },
    canceled: { label: 'Canceled' },
    churned: { label: 'Churned', options: [{ value: 'true', label: `in the last ${churnWindowDays} days` }] },
    ending: { label: 'Ending', options: [{ value: 'true', label: 'Scheduled to end' }] },
    ends: { label: 'Ends on' },
    on: dayChip('Status at the end of', on),
    runningAt: dayChip('Still running on', runningAt),
  }),
  // A plan belongs to one merchant, so another merchant resets it.
  forgets: { merchantId: ['planId'] },
  columns: ({ timeZone, scopedTo, maySearch, shown }) =>
    subscriptionColumns(timeZone, { isGlobal: scopedTo === undefined, showsReason: maySearch }, shown),
  rowId: ({ id }) => id,
  rowLabel: (row) => `${isolated(subscriberNameOf(row))}, ${isolated(row.planName)}`,
  caption: () => 'Subscriptions, newest first',
  export: { path: '/api/files/subscriptions-export', selected: subscriptionLimits.exportSelection },
  empty: ({ status }, { scopedTo }) =>
    status ? (
      <EmptyTab icon={IconTicket} items="subscriptions" meta={subscriptionStatusMeta[status]} />
    ) : (
      <EmptyState
        icon={IconTicket}
        title="No subscriptions yet"
        text="Subscribers appear here after they buy a pass in the app."
        action={
          <SetupLink to={scopedTo === undefined ? '/merchants' : '/plans'}>
            {scopedTo === undefined ? 'View merchants' : 'View plans'}
          </SetupLink>
        }
      />
    ),
})

/** Shows a chip for a day in the URL. Only links from figures set such a day. */
function dayChip(label: string, day: string | undefined) {
  if (day === undefined) return null
  const shown = formatDate(new Date(`${day}T12:00:00Z`), 'date', { timeZone: 'UTC' })
  return { label, options: [{ value: day, label: shown }] }
}

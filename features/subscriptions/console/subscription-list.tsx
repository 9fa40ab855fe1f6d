import { IconTicket } from '@tabler/icons-react'
import { formatDate } from '@quaff/platform/console/display/date-time'
import { filterOf, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { EmptyState, EmptyTab } from '@quaff/platform/console/list/list-states'
import { defineList, statusTabs } from '@quaff/platform/console/list/record/list-definition'
import { shiftDaysIn, startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import { subscriptionFilters, subscriptionLimits, subscriptionStatuses, type SubscriptionFilter } from '../contract'
import { useMerchantFilter, usePlanFilter } from './filter-choices-widget'
import { subscriptionColumns } from './subscription-columns'
import { subscriberNameOf } from './subscription-name'
import { subscriptionsApi } from './subscription-queries'
import { subscriptionSearch, type SubscriptionSearch } from './subscription-search-widget'
import { subscriptionLooks } from './subscription-status-pill'

type SubscriptionFacts = {
  /** Of this merchant only; it wins over a merchant in the address. */
  scopedTo: string | undefined
  timeZone: string
  /** People are looked for, and who canceled what is told, by those who may only. */
  maySearch: boolean
  /** What the columns go by. */
  shown: Pick<SubscriptionSearch, 'status' | 'endsFrom' | 'endsTo' | 'ending' | 'on'>
}

export const subscriptionList = defineList<SubscriptionFacts>()({
  name: 'Subscriptions',
  columnsName: () => 'subscriptions',
  search: subscriptionSearch,
  filters: subscriptionFilters,
  api: subscriptionsApi.list,
  filter: (search, { timeZone, scopedTo, maySearch }): SubscriptionFilter => {
    const { q, ...asked } = filterOf(subscriptionFilters, search, timeZone)
    const { on, runningAt } = search
    return {
      ...asked,
      ...withoutAbsent({
        merchantId: scopedTo ?? asked.merchantId,
        q: maySearch ? q : undefined,
        statusBefore: on === undefined ? undefined : shiftDaysIn(timeZone, startOfDayKeyIn(timeZone, on), 1),
        runningAt: runningAt === undefined ? undefined : startOfDayKeyIn(timeZone, runningAt),
      }),
    }
  },
  input: (filter, page) => ({ ...filter, ...page }),
  find: ({ maySearch }) =>
    maySearch ? { placeholder: 'Search subscriber or email', label: 'Search subscriptions' } : undefined,
  tabs: statusTabs('Subscriptions by status', subscriptionLooks, subscriptionStatuses),
  useChips: ({ merchantId, planId, on, runningAt }, { scopedTo }) => ({
    status: null,
    merchantId: useMerchantFilter(merchantId, scopedTo === undefined),
    planId: usePlanFilter(scopedTo ?? merchantId, planId),
    created: { label: 'Created' },
    canceled: { label: 'Canceled' },
    churned: { label: 'Churned', options: [{ value: 'true', label: 'in the last 30 days' }] },
    ending: { label: 'Ending', options: [{ value: 'true', label: 'Scheduled to end' }] },
    ends: { label: 'Ends on' },
    on: dayChip('Status at the end of', on),
    runningAt: dayChip('Still running on', runningAt),
  }),
  // Plans belong to one merchant: another merchant has others.
  forgets: { merchantId: ['planId'] },
  columns: ({ timeZone, scopedTo, maySearch, shown }) =>
    subscriptionColumns(timeZone, { isGlobal: scopedTo === undefined, isTold: maySearch }, shown),
  rowId: ({ id }) => id,
  rowLabel: (row) => `${subscriberNameOf(row)}, ${row.planName}`,
  caption: () => 'Subscriptions, newest first',
  export: { path: '/api/files/subscriptions-export', selected: subscriptionLimits.exportSelection },
  empty: ({ status }) =>
    status ? (
      <EmptyTab icon={IconTicket} items="subscriptions" look={subscriptionLooks[status]} />
    ) : (
      <EmptyState
        icon={IconTicket}
        title="No subscriptions yet"
        text="Subscribers appear here after they buy a pass in the app."
      />
    ),
})

/** A day that only a figure leads to has a chip while it is in the address. */
function dayChip(label: string, day: string | undefined) {
  if (day === undefined) return null
  const shown = formatDate(new Date(`${day}T12:00:00Z`), 'date', { timeZone: 'UTC' })
  return { label, options: [{ value: day, label: shown }] }
}

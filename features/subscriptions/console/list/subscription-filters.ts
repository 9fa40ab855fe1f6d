import { formatDate } from '@quaff/platform/console/display/date-time'
import type { FilterDefinition, FilterValues } from '@quaff/platform/console/list/filter-chips'
import { splitRange } from '@quaff/platform/console/list/filters/filter-definition'
import { dayRange, withoutAbsent } from '@quaff/platform/console/list/filters/search-values'
import { startOfDayKeyIn } from '@quaff/platform/shared/calendar'
import type { SubscriptionFilter } from '../../contract'
import { validateSubscriptionSearch, type SubscriptionSearch } from '../subscription-search-widget'

const ranges = ['created', 'canceled', 'ends'] as const

/** Those that always stand in the menu. */
const alwaysThere: FilterDefinition[] = [
  { id: 'created', label: 'Created', kind: 'date-range' },
  { id: 'canceled', label: 'Canceled', kind: 'date-range' },
  { id: 'churned', label: 'Churned', kind: 'select', options: [{ value: 'true', label: 'in the last 30 × 24 hours' }] },
  { id: 'ends', label: 'Ends on', kind: 'date-range' },
]

/** Days that only a figure leads to have a chip while they are in the address. */
export function dateFilters({ on, runningAt }: SubscriptionSearch): FilterDefinition[] {
  const chosen = (id: string, label: string, day: string | undefined): FilterDefinition[] =>
    day === undefined ? [] : [{ id, label, kind: 'select', options: [{ value: day, label: dayText(day) }] }]
  return [
    ...alwaysThere,
    ...chosen('on', 'Status at the end of', on),
    ...chosen('runningAt', 'Still running on', runningAt),
  ]
}

const dayText = (day: string) => formatDate(new Date(`${day}T12:00:00Z`), 'date', { timeZone: 'UTC' })

/** Only what the chips show: the status is a tab. */
export function subscriptionFilterValues(search: SubscriptionSearch, scopedTo: string | undefined): FilterValues {
  const { merchantId, planId, churned, on, runningAt } = search
  const rangeOf = (from: string | undefined, to: string | undefined) =>
    from || to ? `${from ?? ''}..${to ?? ''}` : undefined
  return withoutAbsent({
    merchantId: scopedTo === undefined ? merchantId : undefined,
    planId,
    created: rangeOf(search.createdFrom, search.createdTo),
    canceled: rangeOf(search.canceledFrom, search.canceledTo),
    churned: churned && 'true',
    ends: rangeOf(search.endsFrom, search.endsTo),
    on,
    runningAt,
  })
}

export function subscriptionFilterChange(id: string, value: string | undefined): Partial<SubscriptionSearch> {
  const range = ranges.find((one) => one === id)
  if (range) {
    const { from, to } = splitRange(value)
    const [fromKey, toKey] = [`${range}From`, `${range}To`] as const
    const valid = validateSubscriptionSearch({ [fromKey]: from, [toKey]: to })
    return { [fromKey]: valid[fromKey], [toKey]: valid[toKey], page: undefined }
  }
  const valid: Record<string, unknown> = validateSubscriptionSearch({ [id]: value })
  // Plans belong to one merchant: another merchant has others.
  return { [id]: valid[id], ...(id === 'merchantId' && { planId: undefined }), page: undefined }
}

export const noSubscriptionFilters = {
  q: undefined,
  status: undefined,
  merchantId: undefined,
  planId: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  canceledFrom: undefined,
  canceledTo: undefined,
  endsFrom: undefined,
  endsTo: undefined,
  churned: undefined,
  on: undefined,
  runningAt: undefined,
  page: undefined,
} as const satisfies Partial<SubscriptionSearch>

/** `scopedTo` wins over a merchant in the address; people are looked for by those who may only. */
export function subscriptionFilterOf(
  search: SubscriptionSearch,
  { timeZone, scopedTo, maySearch }: { timeZone: string; scopedTo: string | undefined; maySearch: boolean },
): SubscriptionFilter {
  const canceled = dayRange(search.canceledFrom, search.canceledTo, timeZone)
  const ends = dayRange(search.endsFrom, search.endsTo, timeZone)
  const endOfDay = dayRange(undefined, search.on, timeZone).createdTo
  return withoutAbsent({
    merchantId: scopedTo ?? search.merchantId,
    status: search.status,
    planId: search.planId,
    q: maySearch ? search.q : undefined,
    ...dayRange(search.createdFrom, search.createdTo, timeZone),
    canceledFrom: canceled.createdFrom,
    canceledTo: canceled.createdTo,
    endsFrom: ends.createdFrom,
    endsTo: ends.createdTo,
    churned: search.churned,
    statusBefore: endOfDay && new Date(endOfDay.getTime() + 1),
    runningAt: search.runningAt === undefined ? undefined : startOfDayKeyIn(timeZone, search.runningAt),
  })
}

import {
  readDay,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import { entryLimits, entrySorts, shownStatuses, type EntrySort, type ShownStatus } from '../entries/contract'

const waitlistDialogs = ['create', 'edit', 'share', 'next', 'import'] as const
export type WaitlistDialog = (typeof waitlistDialogs)[number]

/** What the address of the page holds; without `list` the first one by name is open. */
export type WaitlistSearch = {
  list?: string
  view?: 'demand'
  q?: string
  status?: ShownStatus
  source?: string
  /** An area of the demand view: both of them, empty ones included. */
  city?: string
  postalCode?: string
  /** Days on which they came onto the list, in the platform's zone. */
  createdFrom?: string
  createdTo?: string
  sort?: EntrySort
  order?: SortOrder
  page?: number
  id?: string
  action?: WaitlistDialog
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateWaitlistSearch(raw: Record<string, unknown>): WaitlistSearch {
  return validSearch<WaitlistSearch>({
    list: readId(raw.list),
    view: readOneOf(['demand'] as const, raw.view),
    q: readText(raw.q, pageLimits.maxSearchLength),
    status: readOneOf(shownStatuses, raw.status),
    source: readText(raw.source, entryLimits.source),
    city: readPart(raw.city, entryLimits.city),
    postalCode: readPart(raw.postalCode, entryLimits.postalCode),
    createdFrom: readDay(raw.createdFrom),
    createdTo: readDay(raw.createdTo),
    sort: readOneOf(entrySorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
    action: readOneOf(waitlistDialogs, raw.action),
  })
}

/** Of an area: people who told nothing have one too. */
const readPart = (value: unknown, max: number) => (value === '' ? '' : readText(value, max))

export type OnWaitlistSearch = (next: Partial<WaitlistSearch>, options?: { replace?: boolean }) => void

import {
  readDay,
  readFlag,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import { textLimits } from '@quaff/platform/shared/text'
import {
  merchantSorts,
  merchantStatuses,
  merchantTabs,
  type MerchantSort,
  type MerchantStatus,
  type MerchantTab,
} from '../contract'

/** Parts of the open record, in the order of the sheet's tabs. */
export const merchantViews = [
  'overview',
  'locations',
  'plans',
  'subscribers',
  'promotions',
  'team',
  'banking',
  'activity',
] as const
export type MerchantView = (typeof merchantViews)[number]

/** What the address of the list holds. Days are `YYYY-MM-DD` in the platform's time zone; `page` counts loaded pages. */
export type MerchantSearch = {
  tab?: MerchantTab
  q?: string
  status?: MerchantStatus
  category?: string
  hasBank?: boolean
  isLive?: boolean
  needsReview?: boolean
  createdFrom?: string
  createdTo?: string
  sort?: MerchantSort
  order?: SortOrder
  page?: number
  id?: string
  /** Tab of the open record; the overview when absent. */
  view?: MerchantView
  /** The review desk instead of the list. */
  desk?: true
  action?: 'create'
  /** What the form of a new merchant starts with. */
  name?: string
  city?: string
  postalCode?: string
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateMerchantSearch(raw: Record<string, unknown>): MerchantSearch {
  return validSearch<MerchantSearch>({
    tab: readOneOf(merchantTabs, raw.tab),
    q: readText(raw.q, pageLimits.maxSearchLength),
    status: readOneOf(merchantStatuses, raw.status),
    category: readText(raw.category, textLimits.id),
    hasBank: readFlag(raw.hasBank),
    isLive: readFlag(raw.isLive),
    needsReview: readFlag(raw.needsReview),
    createdFrom: readDay(raw.createdFrom),
    createdTo: readDay(raw.createdTo),
    sort: readOneOf(merchantSorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
    view: readOneOf(merchantViews, raw.view),
    desk: raw.desk === 1 || readFlag(raw.desk) ? true : undefined,
    action: readOneOf(['create'] as const, raw.action),
    name: readText(raw.name, textLimits.short),
    city: readText(raw.city, textLimits.short),
    postalCode: readText(raw.postalCode, textLimits.short),
  })
}

import {
  merchantSorts,
  merchantStatuses,
  merchantTabs,
  type MerchantSort,
  type MerchantStatus,
  type MerchantTab,
} from '../contract'
import {
  readDay,
  readFlag,
  readId,
  readOneOf,
  readPage,
  readText,
  withoutAbsent,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits, sortOrders, type SortOrder } from '@quaff/platform/shared/pagination'
import { textLimits } from '@quaff/platform/shared/text'

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
  action?: 'create'
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateMerchantSearch(raw: Record<string, unknown>): MerchantSearch {
  return withoutAbsent<MerchantSearch>({
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
    action: readOneOf(['create'] as const, raw.action),
  })
}

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
import { promotionIds, promotionSorts, type PromotionId, type PromotionSort } from '../contract'

/** What the address of the page holds. `id` is the merchant whose details are open, `merchant` the one of the second tab. */
export type PromotionSearch = {
  tab?: 'merchant'
  promotion?: PromotionId
  merchant?: string
  q?: string
  enabled?: boolean
  category?: string
  updatedFrom?: string
  updatedTo?: string
  sort?: PromotionSort
  order?: SortOrder
  page?: number
  id?: string
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validatePromotionSearch(raw: Record<string, unknown>): PromotionSearch {
  return validSearch<PromotionSearch>({
    tab: readOneOf(['merchant'] as const, raw.tab),
    promotion: readOneOf(promotionIds, raw.promotion),
    merchant: readId(raw.merchant),
    q: readText(raw.q, pageLimits.maxSearchLength),
    enabled: readFlag(raw.enabled),
    category: readText(raw.category, textLimits.id),
    updatedFrom: readDay(raw.updatedFrom),
    updatedTo: readDay(raw.updatedTo),
    sort: readOneOf(promotionSorts, raw.sort),
    order: readOneOf(sortOrders, raw.order),
    page: readPage(raw.page),
    id: readId(raw.id),
  })
}

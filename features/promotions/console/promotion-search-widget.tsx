import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, page } from '@quaff/platform/shared/fields/fields'
import { sortOrders } from '@quaff/platform/shared/pagination'
import { promotionFilters, promotionIds, promotionSorts } from '../contract'

/** `id` is the merchant whose details are open, `merchant` the one of the second tab. */
export const promotionSearch = searchOf({
  ...promotionFilters,
  tab: oneOf(['merchant']),
  promotion: oneOf(promotionIds),
  merchant: id(),
  sort: oneOf(promotionSorts),
  order: oneOf(sortOrders),
  page: page(),
  id: id(),
})
export type PromotionSearch = SearchOf<typeof promotionSearch>
export type ChangePromotionSearch = ChangeSearch<PromotionSearch>

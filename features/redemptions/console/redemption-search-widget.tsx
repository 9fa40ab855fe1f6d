import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { oneOf, own, page } from '@quaff/platform/shared/fields/fields'
import { insightRanges } from '../insights/contract'
import { readUsageKey } from '../usage/console/usage-key'
import { usageFilters } from '../usage/contract'
import { readSlot } from './slot-labels'

export const redemptionTabs = ['live', 'history', 'insights', 'subscribers'] as const
export type RedemptionTab = (typeof redemptionTabs)[number]

/**
 * Search of the page: the tab, the filters of the history and the range of the insights in days. `slot` is written by
 * `slotKey` (hour of the week), `id` by `usageKey` (open redemption).
 */
export const redemptionSearch = searchOf({
  ...usageFilters,
  tab: oneOf(redemptionTabs),
  slot: own((raw) => (readSlot(raw) ? String(raw) : undefined)),
  page: page(),
  range: own((raw) => insightRanges.find((days) => String(days) === String(raw))),
  id: own((raw) => readUsageKey(raw)?.key),
})
export type RedemptionSearch = SearchOf<typeof redemptionSearch>
export type OnRedemptionSearch = ChangeSearch<RedemptionSearch>

export interface RedemptionTabProps {
  merchantId: string
  search: RedemptionSearch
  onSearch: OnRedemptionSearch
}

import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, oneOf, own, page, text } from '@quaff/platform/shared/fields/fields'
import { textLimits } from '@quaff/platform/shared/readable-text'
import { insightRanges } from '../insights-contract'
import { usageFilters } from '../usage-contract'
import { readUsageKey } from '../usage/console/usage-key'
import { readSlot } from './slot-labels'

export { usageKey } from '../usage/console/usage-key'

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

/** `id`: the pass of the open customer. */
export const customerSearch = searchOf({ q: text(textLimits.short), id: id() })
export type CustomerSearch = SearchOf<typeof customerSearch>

export interface RedemptionTabProps {
  merchantId: string
  search: RedemptionSearch
  onSearch: OnRedemptionSearch
}

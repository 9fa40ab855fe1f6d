import { redemptionSearch } from '@quaff/features/redemptions/console/redemption-search-widget'
import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { id, own, page, span, word } from '@quaff/platform/shared/fields/fields'

export const analyticsTabs = ['overview', 'cancellations', 'redemptions'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]
export const rangeChoices = [7, 30, 90, 'custom'] as const
export type RangeChoice = (typeof rangeChoices)[number]

/** Days are `YYYY-MM-DD` in the platform's time zone, both included; only `range=custom` reads them. */
const rangeFields = {
  range: own((raw) => rangeChoices.find((choice) => String(choice) === String(raw))),
  days: span('from', 'to'),
  /** Defaults to on. */
  compare: own((raw) => (raw === false || raw === 'false' ? false : undefined)),
  merchant: id(),
  plan: id(),
  /** The currency of amounts that are shown one currency at a time. */
  currency: word(16),
  /** The open bar of the bridge. */
  change: id(),
}
const { status, method, slot, id: redemption } = redemptionSearch.fields

/** The tab, and what it keeps in the address; of the list of redemptions, what the other tabs name otherwise. */
export const analyticsSearch = searchOf({
  ...rangeFields,
  merchantId: id(),
  planId: id(),
  page: page(),
  /** The tab was named "leavers" in earlier links. */
  tab: own((raw) => analyticsTabs.find((tab) => tab === (raw === 'leavers' ? 'cancellations' : raw))),
  redeemed: span('redeemedFrom', 'redeemedTo'),
  redemptionStatus: status,
  method,
  slot,
  redemption,
})
export type AnalyticsSearch = SearchOf<typeof analyticsSearch>
export type ChangeAnalyticsSearch = ChangeSearch<AnalyticsSearch>

export const noRangeFilters = {
  range: undefined,
  from: undefined,
  to: undefined,
  compare: undefined,
  merchant: undefined,
  plan: undefined,
} as const satisfies Partial<AnalyticsSearch>
export type RangeSearch = Pick<AnalyticsSearch, keyof typeof noRangeFilters>

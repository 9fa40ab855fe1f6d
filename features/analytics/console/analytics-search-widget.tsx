import {
  validateRedemptionSearch,
  type RedemptionSearch,
} from '@quaff/features/redemptions/console/redemption-search-widget'
import {
  validateSubscriptionSearch,
  type SubscriptionSearch,
} from '@quaff/features/subscriptions/console/subscription-search-widget'
import { readDay, readFlag, readId, readOneOf, validSearch } from '@quaff/platform/console/list/filters/search-values'

export const analyticsTabs = ['overview', 'leavers', 'subscriptions', 'redemptions'] as const
export type AnalyticsTab = (typeof analyticsTabs)[number]
export const rangeChoices = [7, 30, 90, 'custom'] as const
export type RangeChoice = (typeof rangeChoices)[number]

/** Days are `YYYY-MM-DD` in the platform's time zone, both included; only `range=custom` reads them. */
export type RangeSearch = {
  range?: RangeChoice
  from?: string
  to?: string
  /** On when absent. */
  compare?: false
  merchant?: string
  plan?: string
}

/** Of the list of redemptions, beside what it shares with the other tabs. */
type RedeemedSearch = {
  redeemedFrom?: string
  redeemedTo?: string
  redemptionStatus?: RedemptionSearch['status']
  method?: string
  slot?: string
  /** The open one. */
  redemption?: string
}

/** The tab, and what it keeps in the address. */
export type AnalyticsSearch = SubscriptionSearch & RangeSearch & RedeemedSearch & { tab?: AnalyticsTab }
export type ChangeAnalyticsSearch = (next: Partial<AnalyticsSearch>, options?: { replace?: boolean }) => void

export const noRangeFilters = {
  range: undefined,
  from: undefined,
  to: undefined,
  compare: undefined,
  merchant: undefined,
  plan: undefined,
} as const satisfies Partial<AnalyticsSearch>

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  return validSearch<AnalyticsSearch>({
    tab: readOneOf(analyticsTabs, raw.tab),
    range: rangeChoices.find((choice) => String(choice) === String(raw.range)),
    from: readDay(raw.from),
    to: readDay(raw.to),
    compare: readFlag(raw.compare) === false ? false : undefined,
    merchant: readId(raw.merchant),
    plan: readId(raw.plan),
    ...validateSubscriptionSearch(raw),
    ...validateRedeemedSearch(raw),
  })
}

function validateRedeemedSearch(raw: Record<string, unknown>): RedeemedSearch {
  const { redeemedFrom, redeemedTo, redemptionStatus, method, slot, redemption } = raw
  const read = validateRedemptionSearch({
    from: redeemedFrom,
    to: redeemedTo,
    status: redemptionStatus,
    id: redemption,
    method,
    slot,
  })
  return {
    redeemedFrom: read.from,
    redeemedTo: read.to,
    redemptionStatus: read.status,
    redemption: read.id,
    method: read.method,
    slot: read.slot,
  }
}

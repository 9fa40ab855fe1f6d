import {
  readDay,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { textLimits } from '@quaff/platform/shared/text'
import { insightRanges, type InsightRange } from '../insights/contract'
import { redemptionStatuses, type RedemptionStatus } from '../view/contract'
import { readSlot } from './history/slot-words'
import { readUsageKey } from './usage/usage-key'

export const redemptionTabs = ['live', 'history', 'insights', 'subscribers'] as const
export type RedemptionTab = (typeof redemptionTabs)[number]

/** The tab, and what the history shows; the other tabs keep their own state. */
export type RedemptionSearch = {
  tab?: RedemptionTab
  from?: string
  to?: string
  locationId?: string
  planId?: string
  method?: string
  status?: RedemptionStatus
  /** An hour of the week, as `slotKey` writes it; only with a first day. */
  slot?: string
  page?: number
  /** Days that the insights look back; 30 when absent. */
  range?: InsightRange
  /** Of the open redemption, as `usageKey` writes it. */
  id?: string
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateRedemptionSearch(raw: Record<string, unknown>): RedemptionSearch {
  return validSearch<RedemptionSearch>({
    tab: readOneOf(redemptionTabs, raw.tab),
    from: readDay(raw.from),
    to: readDay(raw.to),
    locationId: readId(raw.locationId),
    planId: readId(raw.planId),
    method: readText(raw.method, textLimits.short),
    status: readOneOf(redemptionStatuses, raw.status),
    slot: readDay(raw.from) && readSlot(raw.slot) && String(raw.slot),
    page: readPage(raw.page),
    range: insightRanges.find((days) => String(days) === String(raw.range)),
    id: readUsageKey(raw.id)?.key,
  })
}

export type OnRedemptionSearch = (next: Partial<RedemptionSearch>, options?: { replace?: boolean }) => void

export const noRedemptionFilters = {
  from: undefined,
  to: undefined,
  locationId: undefined,
  planId: undefined,
  method: undefined,
  status: undefined,
  slot: undefined,
  page: undefined,
} as const satisfies Partial<RedemptionSearch>

export interface RedemptionTabProps {
  merchantId: string
  search: RedemptionSearch
  onSearch: OnRedemptionSearch
}

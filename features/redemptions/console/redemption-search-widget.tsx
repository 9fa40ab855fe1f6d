import {
  readDay,
  readId,
  readOneOf,
  readPage,
  readText,
  withoutAbsent,
} from '@quaff/platform/console/list/filters/search-values'
import { redemptionStatuses, type RedemptionStatus } from '../contract'
import { usageLimits } from '../usage/contract'

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
  page?: number
  id?: string
}

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateRedemptionSearch(raw: Record<string, unknown>): RedemptionSearch {
  return withoutAbsent<RedemptionSearch>({
    tab: readOneOf(redemptionTabs, raw.tab),
    from: readDay(raw.from),
    to: readDay(raw.to),
    locationId: readId(raw.locationId),
    planId: readId(raw.planId),
    method: readText(raw.method, usageLimits.methodLength),
    status: readOneOf(redemptionStatuses, raw.status),
    page: readPage(raw.page),
    id: readId(raw.id),
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
  page: undefined,
} as const satisfies Partial<RedemptionSearch>

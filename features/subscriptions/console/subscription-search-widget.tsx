import { subscriptionStatuses, type SubscriptionStatus } from '../contract'
import {
  readDay,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits } from '@quaff/platform/shared/pagination'

/** How many of each plan the view by plan shows. */
export const newestChoices = ['5', '10', '25'] as const

/** What the address of the list holds. Days are `YYYY-MM-DD` in the platform's time zone; `page` counts loaded pages. */
export type SubscriptionSearch = {
  status?: SubscriptionStatus
  q?: string
  merchantId?: string
  planId?: string
  createdFrom?: string
  createdTo?: string
  page?: number
  id?: string
  /** The list when absent. */
  view?: 'plans'
  newest?: (typeof newestChoices)[number]
}
export type ChangeSubscriptionSearch = (next: Partial<SubscriptionSearch>, options?: { replace?: boolean }) => void

/** Keeps what is valid and drops the rest, so that no address can break the page. */
export function validateSubscriptionSearch(raw: Record<string, unknown>): SubscriptionSearch {
  return validSearch<SubscriptionSearch>({
    status: readOneOf(subscriptionStatuses, raw.status),
    q: readText(raw.q, pageLimits.maxSearchLength),
    merchantId: readId(raw.merchantId),
    planId: readId(raw.planId),
    createdFrom: readDay(raw.createdFrom),
    createdTo: readDay(raw.createdTo),
    page: readPage(raw.page),
    id: readId(raw.id),
    view: readOneOf(['plans'] as const, raw.view),
    newest: readOneOf(newestChoices, String(raw.newest)),
  })
}

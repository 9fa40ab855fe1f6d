import {
  readDay,
  readFlag,
  readId,
  readOneOf,
  readPage,
  readText,
  validSearch,
} from '@quaff/platform/console/list/filters/search-values'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { subscriptionStatuses, type SubscriptionStatus } from '../contract'

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
  canceledFrom?: string
  canceledTo?: string
  endsFrom?: string
  endsTo?: string
  /** Canceled in the 30 times 24 hours up to now. */
  churned?: true
  /** By the status at the end of this day. */
  on?: string
  /** Not canceled before this day. */
  runningAt?: string
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
    canceledFrom: readDay(raw.canceledFrom),
    canceledTo: readDay(raw.canceledTo),
    endsFrom: readDay(raw.endsFrom),
    endsTo: readDay(raw.endsTo),
    churned: readFlag(raw.churned) === true ? true : undefined,
    on: readDay(raw.on),
    runningAt: readDay(raw.runningAt),
    page: readPage(raw.page),
    id: readId(raw.id),
    view: readOneOf(['plans'] as const, raw.view),
    newest: readOneOf(newestChoices, String(raw.newest)),
  })
}

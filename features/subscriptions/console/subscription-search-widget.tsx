import { formatCount } from '@quaff/platform/console/display/formats'
import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { day, id, oneOf, own, page } from '@quaff/platform/shared/fields/fields'
import { subscriptionFilters } from '../contract'

/** Subscriptions per plan in the view by plan. */
export const newestChoices = ['5', '10', '25'] as const

/**
 * `on` selects by the status on that day, `runningAt` by no cancellation before that day. Without `view`, the list is
 * shown.
 */
export const subscriptionSearch = searchOf({
  ...subscriptionFilters,
  on: day(),
  runningAt: day(),
  page: page(),
  id: id(),
  view: oneOf(['plans']),
  newest: own((raw) => newestChoices.find((count) => count === String(raw))),
})
/** Returns the link beside a churn rate to scheduled cancellations, or undefined without any. */
export const scheduledEnds = (count: number) =>
  count === 0 ? undefined : { label: `${formatCount(count)} scheduled to end`, to: '/subscriptions?ending=true' }
export type SubscriptionSearch = SearchOf<typeof subscriptionSearch>
export type ChangeSubscriptionSearch = ChangeSearch<SubscriptionSearch>

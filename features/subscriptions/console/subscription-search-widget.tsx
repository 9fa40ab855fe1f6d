import { formatCount } from '@quaff/platform/console/display/figure-text'
import { searchOf, type ChangeSearch, type SearchOf } from '@quaff/platform/console/list/search-values'
import { day, id, oneOf, own, page } from '@quaff/platform/shared/fields/fields'
import { subscriptionFilters } from '../contract'

/** How many of each plan the view by plan shows. */
export const newestChoices = ['5', '10', '25'] as const

/** `on` is a day whose status counts, `runningAt` one before which nothing was canceled; the list without `view`. */
export const subscriptionSearch = searchOf({
  ...subscriptionFilters,
  on: day(),
  runningAt: day(),
  page: page(),
  id: id(),
  view: oneOf(['plans']),
  newest: own((raw) => newestChoices.find((count) => count === String(raw))),
})
/** The link beside a churn rate to the subscriptions that will end; nothing while there are none. */
export const scheduledEnds = (count: number) =>
  count === 0
    ? undefined
    : { label: `${formatCount(count)} scheduled to end`, to: '/analytics?tab=subscriptions&ending=true' }
export type SubscriptionSearch = SearchOf<typeof subscriptionSearch>
export type ChangeSubscriptionSearch = ChangeSearch<SubscriptionSearch>

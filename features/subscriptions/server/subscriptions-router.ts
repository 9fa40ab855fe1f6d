import { routerOf } from '@quaff/platform/server/router'
import { decideOverlap } from '../charges/server/decide-overlap'
import { subscriptionsContract } from '../contract'
import { cancelSubscription, keepSubscription } from '../ending/server/change-ending'
import { listUserSubscriptions } from '../person/server/list-user-subscriptions'
import { readGrowth, readPlanStatistics, readStatistics } from '../statistics/server/read-statistics'
import { listRecentSubscribers, listSubscribersRaw } from '../subscribers/server/list-subscribers'
import { getSubscription } from './detail/get-subscription'
import { countSubscriptions, listSubscriptions, listSubscriptionsByPlan } from './list/read-subscriptions'

export const subscriptionsRouter = routerOf(subscriptionsContract, {
  subscribersRaw: listSubscribersRaw,
  recent: listRecentSubscribers,
  list: listSubscriptions,
  counts: countSubscriptions,
  byPlan: listSubscriptionsByPlan,
  get: getSubscription,
  ofUser: listUserSubscriptions,
  cancel: cancelSubscription,
  keep: keepSubscription,
  decideOverlap,
  planStats: readPlanStatistics,
  stats: readStatistics,
  growth: readGrowth,
})

import { routerOf } from '@quaff/platform/server/router'
import { decideOverlap } from '../charges/server/decide-overlap'
import { subscriptionsContract } from '../contract'
import { cancelSubscription, keepSubscription } from './change-ending'
import { getSubscription } from './get-subscription'
import { listRecentSubscribers, listSubscribersRaw } from './list-subscribers'
import { listUserSubscriptions } from './list-user-subscriptions'
import { readGrowth, readPlanStatistics, readStatistics } from './read-statistics'
import { countSubscriptions, listSubscriptions, listSubscriptionsByPlan } from './read-subscriptions'

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

import { routerOf } from '@quaff/platform/server/router'
import { decideOverlap } from '../charges/server/decide-overlap'
import { subscriptionsContract } from '../contract'
import { cancelSubscription } from '../ending/server/cancel-subscription'
import { keepSubscription } from '../ending/server/keep-subscription'
import { listUserSubscriptions } from '../person/server/list-user-subscriptions'
import { readGrowth } from '../statistics/server/read-growth'
import { readPlanStatistics } from '../statistics/server/read-plan-statistics'
import { readStatistics } from '../statistics/server/read-statistics'
import { listRecentSubscribers } from '../subscribers/server/list-recent-subscribers'
import { listSubscribersRaw } from '../subscribers/server/list-subscribers-raw'
import { getSubscription } from './detail/get-subscription'
import { countSubscriptions } from './list/count-subscriptions'
import { listSubscriptions } from './list/list-subscriptions'
import { listSubscriptionsByPlan } from './list/list-subscriptions-by-plan'

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

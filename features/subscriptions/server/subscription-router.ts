import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const os = implement(subscriptionsContract).$context<Context>()

export const subscriptionsRouter = os.router({
  subscribersRaw: os.subscribersRaw.handler(({ context, input }) => listSubscribersRaw(context, input)),
  recent: os.recent.handler(({ context, input }) => listRecentSubscribers(context, input)),
  list: os.list.handler(({ context, input }) => listSubscriptions(context, input)),
  counts: os.counts.handler(({ context, input }) => countSubscriptions(context, input)),
  byPlan: os.byPlan.handler(({ context, input }) => listSubscriptionsByPlan(context, input)),
  get: os.get.handler(({ context, input }) => getSubscription(context, input)),
  ofUser: os.ofUser.handler(({ context, input }) => listUserSubscriptions(context, input)),
  cancel: os.cancel.handler(({ context, input }) => cancelSubscription(context, input)),
  keep: os.keep.handler(({ context, input }) => keepSubscription(context, input)),
  decideOverlap: os.decideOverlap.handler(({ context, input }) => decideOverlap(context, input)),
  planStats: os.planStats.handler(({ context, input }) => readPlanStatistics(context, input)),
  stats: os.stats.handler(({ context, input }) => readStatistics(context, input)),
  growth: os.growth.handler(({ context, input }) => readGrowth(context, input)),
})

import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { subscriptionsContract } from '../contract'
import { listUserSubscriptions } from './of-user/list-user-subscriptions'
import { listRecentSubscribers, listSubscribersRaw } from './subscribers/list-subscribers'

const os = implement(subscriptionsContract).$context<Context>()

export const subscriptionsRouter = os.router({
  subscribersRaw: os.subscribersRaw.handler(({ context, input }) => listSubscribersRaw(context, input)),
  recent: os.recent.handler(({ context, input }) => listRecentSubscribers(context, input)),
  ofUser: os.ofUser.handler(({ context, input }) => listUserSubscriptions(context, input)),
})

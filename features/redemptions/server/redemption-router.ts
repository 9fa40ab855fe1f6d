import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { redemptionsContract } from '../contract'
import { explainCustomer } from './explain/explain-customer'
import { getHourInsights } from './insights/get-hour-insights'
import { getLocationInsights } from './insights/get-location-insights'
import { getPlanInsights } from './insights/get-plan-insights'
import { listHeavyUsers } from './insights/list-heavy-users'
import { listIdleSubscribers } from './insights/list-idle-subscribers'
import { listUserRedemptions } from './of-user/list-user-redemptions'
import { countRedemptions } from './usage/count-redemptions'
import { getLiveCounter } from './usage/get-live-counter'
import { getRedemption } from './usage/get-redemption'
import { listRedemptionOptions } from './usage/list-redemption-options'
import { listRedemptions } from './usage/list-redemptions'
import { voidRedemption } from './usage/void-redemption'

const os = implement(redemptionsContract).$context<Context>()

export const redemptionsRouter = os.router({
  ofUser: os.ofUser.handler(({ context, input }) => listUserRedemptions(context, input)),
  live: os.live.handler(({ context, input }) => getLiveCounter(context, input)),
  list: os.list.handler(({ context, input }) => listRedemptions(context, input)),
  get: os.get.handler(({ context, input }) => getRedemption(context, input)),
  options: os.options.handler(({ context, input }) => listRedemptionOptions(context, input)),
  counts: os.counts.handler(({ context, input }) => countRedemptions(context, input)),
  void: os.void.handler(({ context, input }) => voidRedemption(context, input)),
  explainCustomer: os.explainCustomer.handler(({ context, input }) => explainCustomer(context, input)),
  hourInsights: os.hourInsights.handler(({ context, input }) => getHourInsights(context, input)),
  locationInsights: os.locationInsights.handler(({ context, input }) => getLocationInsights(context, input)),
  planInsights: os.planInsights.handler(({ context, input }) => getPlanInsights(context, input)),
  idleSubscribers: os.idleSubscribers.handler(({ context, input }) => listIdleSubscribers(context, input)),
  heavyUsers: os.heavyUsers.handler(({ context, input }) => listHeavyUsers(context, input)),
})

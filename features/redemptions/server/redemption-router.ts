import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { redemptionsContract } from '../contract'
import { explainCustomer } from '../explanation/server/explain-customer'
import { getHourInsights } from '../insights/server/get-hour-insights'
import { getLocationInsights } from '../insights/server/get-location-insights'
import { getPlanInsights } from '../insights/server/get-plan-insights'
import { listHeavyUsers } from '../insights/server/list-heavy-users'
import { listIdleSubscribers } from '../insights/server/list-idle-subscribers'
import { getLiveCounter } from '../live/server/get-live-counter'
import { listUserRedemptions } from '../person/server/list-user-redemptions'
import { countRedemptions } from '../usage/server/count-redemptions'
import { getRedemption } from '../usage/server/get-redemption'
import { listRedemptionOptions } from '../usage/server/list-redemption-options'
import { listRedemptions } from '../usage/server/list-redemptions'
import { voidRedemption } from '../usage/server/void-redemption'

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

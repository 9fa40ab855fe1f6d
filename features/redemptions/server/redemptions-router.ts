import { routerOf } from '@quaff/platform/server/router'
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

export const redemptionsRouter = routerOf(redemptionsContract, {
  ofUser: listUserRedemptions,
  live: getLiveCounter,
  list: listRedemptions,
  get: getRedemption,
  options: listRedemptionOptions,
  counts: countRedemptions,
  void: voidRedemption,
  explainCustomer,
  hourInsights: getHourInsights,
  locationInsights: getLocationInsights,
  planInsights: getPlanInsights,
  idleSubscribers: listIdleSubscribers,
  heavyUsers: listHeavyUsers,
})

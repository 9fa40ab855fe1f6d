import { routerOf } from '@quaff/platform/server'
import { redemptionsContract } from '../contract'
import { keepRedemption } from '../usage/server/keep-redemption'
import {
  countRedemptions,
  getRedemption,
  listRedemptionOptions,
  listRedemptions,
} from '../usage/server/read-redemptions'
import { voidRedemption } from '../usage/server/void-redemption'
import { explainCustomer } from './explain-customer'
import { findCustomers, getCustomer } from './find-customers'
import { getLiveCounter, getVenueToday } from './get-live-counter'
import { listUserRedemptions } from './list-user-redemptions'
import { listHeavyUsers, listIdleSubscribers } from './read-customer-insights'
import { getHourInsights, getLocationInsights, getPlanInsights } from './read-insights'

export const redemptionsRouter = routerOf(redemptionsContract, {
  ofUser: listUserRedemptions,
  live: getLiveCounter,
  today: getVenueToday,
  list: listRedemptions,
  get: getRedemption,
  options: listRedemptionOptions,
  counts: countRedemptions,
  void: voidRedemption,
  keep: keepRedemption,
  explainCustomer,
  findCustomers,
  getCustomer,
  hourInsights: getHourInsights,
  locationInsights: getLocationInsights,
  planInsights: getPlanInsights,
  idleSubscribers: listIdleSubscribers,
  heavyUsers: listHeavyUsers,
})

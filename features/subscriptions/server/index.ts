import { routerOf } from '@quaff/platform/server'
import { decideOverlap } from '../charges/server/record-charges'
import { subscriptionsContract } from '../contract'
import { cancelSubscription, keepSubscription } from './change-ending'
import { getSubscription } from './get-subscription'
import { listRecentSubscribers, listSubscribersRaw } from './list-subscribers'
import { listUserSubscriptions } from './list-user-subscriptions'
import { readGrowth, readPlanStatistics, readStatistics } from './read-statistics'
import { countSubscriptions, listSubscriptions, listSubscriptionsByPlan } from './read-subscriptions'

export { exportSubscriptions } from './subscription-export'
export { listSubscribersRaw } from './list-subscribers'
export {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
  moveEntries,
  recountLocalDays,
} from './repair-counters'
export { findSliceEnd, listCountedMerchants } from './drift-store'
export { endDueSubscriptions } from './end-due-subscriptions'
export {
  listCancellations,
  listMovers,
  moversPage,
  readMovement,
  sumCancellations,
} from '../movement/server/movement-store'
export { checkPlatformMoves, renewMoves, resetMoves } from '../movement/server/moves-store'
export { listSubscriptionsByIds } from './subscription-list-store'
export { presentSubscriptionRow } from './read-subscriptions'
export { countScheduled } from './ending-store'
export { daysOf, findFirstDay, inDaysOf, merchantDaysOf, compactPlatformCounts } from './totals-store'
export { readTotals } from './read-totals'
export type { SubscriptionTotals } from './read-totals'
export { listRecentSubscriptions, sumActiveByPlan, lockSubscriptions } from './subscription-store'
export type { PlanRevenue } from './subscription-store'
export {
  insertBillings,
  listBillings,
  listChargesOf,
  listOpenOverlaps,
  saveOwed,
  compactChargeMonths,
} from '../charges/server/billing-store'
export type { StoredBilling, StoredCharge } from '../charges/server/billing-store'
export type { SubscriptionRow } from './subscription-store'
export { decideHold, holdCharge, isNotHeld } from '../charges/server/billing-store'
export type { HoldKey } from '../charges/server/billing-store'
export { noteFirstDrinks } from './affiliate-store'
export { insertCharges } from './history-store'
export { writeStatesOfAnyPeriod, writeSubscriptions, writeSubscriptionStates } from './write-subscriptions'
export type { HistoryWrite, SubscriptionWrite } from './write-subscriptions'
export { keepPaidUntil, lockPaidLater } from './subscription-store'
export type { PaidPass } from './subscription-store'
export { chargeLateStates } from './record-changes'
export { findKnownSubscriptions, subscriptionDocumentRows } from './subscription-store'
export { readSubscriptionDocument, writeSubscriptionDocument, removeSubscriptions } from './subscription-document'
export { listMerchantsPaidIn, subscriptionAmounts } from './amount-columns-store'

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

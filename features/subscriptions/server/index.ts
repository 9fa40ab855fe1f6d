export { exportSubscriptions } from './subscription-export'
export { listSubscribersRaw } from './list-subscribers'
export {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
} from './repair-counters'
export { findSliceEnd, listCountedMerchants } from './drift-store'
export { moveEntries, recountLocalDays } from './repair-counters'
export { endDueSubscriptions } from './end-due-subscriptions'
export { readMovement } from './movement-store'
export { listCancellations, sumCancellations } from './movement-store'
export { presentSubscriptionRow } from './read-subscriptions'
export { countScheduled } from './ending-store'
export { daysOf, findFirstDay, inDaysOf, merchantDaysOf } from './totals-store'
export { readTotals } from './read-totals'
export type { SubscriptionTotals } from './read-totals'
export { listRecentSubscriptions, sumActiveByPlan } from './subscription-store'
export type { PlanRevenue } from './subscription-store'
export { compactPlatformCounts } from './totals-store'
export { subscriptionsRouter } from './subscriptions-router'
export {
  insertBillings,
  listBillings,
  listChargesOf,
  listOpenOverlaps,
  saveOwed,
} from '../charges/server/billing-store'
export type { StoredBilling, StoredCharge } from '../charges/server/billing-store'
export { lockSubscriptions } from './subscription-store'
export type { SubscriptionRow } from './subscription-store'
export { decideHold, holdCharge, isNotHeld } from '../charges/server/hold-store'
export type { HoldKey } from '../charges/server/hold-store'
export { compactChargeMonths } from '../charges/server/billing-store'
export { noteFirstDrinks } from './affiliate-store'
export { insertCharges } from './history-store'
export { writeStatesOfAnyPeriod, writeSubscriptions, writeSubscriptionStates } from './write-subscriptions'
export type { HistoryWrite, SubscriptionWrite } from './write-subscriptions'
export { keepPaidUntil, lockPaidLater } from './paid-until-store'
export type { PaidPass } from './paid-until-store'
export { chargeLateStates } from './record-changes'
export { findKnownSubscriptions } from './subscription-document-store'
export { readSubscriptionDocument, writeSubscriptionDocument } from './subscription-document'
export { removeSubscriptions } from './subscription-document'
export { subscriptionDocumentRows } from './subscription-document-store'
export { listMerchantsPaidIn, subscriptionAmounts } from './amount-columns-store'

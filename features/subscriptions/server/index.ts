export { exportSubscriptions } from './subscription-export'
export { listSubscribersRaw } from '../subscribers/server/list-subscribers'
export {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
} from './aggregates/repair-counters'
export { findSliceEnd, listCountedMerchants } from './aggregates/drift-store'
export { moveEntries, recountLocalDays } from './aggregates/repair-counters'
export { endDueSubscriptions } from '../ending/server/end-due-subscriptions'
export { readMovement } from '../movement/server/movement-store'
export { listCancellations, sumCancellations } from '../movement/server/movement-store'
export { presentSubscriptionRow } from './list/read-subscriptions'
export { countScheduled } from '../ending/server/ending-store'
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
export type { HoldKey, StoredHold } from '../charges/server/hold-store'
export { compactChargeMonths } from '../charges/server/billing-store'
export { noteFirstDrinks } from '../writing/server/affiliate-store'
export { insertCharges } from '../history/server/history-store'
export {
  writeStatesOfAnyPeriod,
  writeSubscriptions,
  writeSubscriptionStates,
} from '../writing/server/write-subscriptions'
export type { HistoryWrite, SubscriptionWrite } from '../writing/server/write-subscriptions'
export { keepPaidUntil, lockPaidLater } from '../writing/server/paid-until-store'
export type { PaidPass } from '../writing/server/paid-until-store'
export { chargeLateStates } from '../writing/server/record-changes'
export { findKnownSubscriptions } from './documents/subscription-document-store'
export { readSubscriptionDocument, writeSubscriptionDocument } from './documents/subscription-document'
export { removeSubscriptions } from './documents/subscription-document'
export { subscriptionDocumentRows } from './documents/subscription-document-store'
export { listMerchantsPaidIn, subscriptionAmounts } from './aggregates/amounts-store'

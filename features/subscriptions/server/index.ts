export { exportSubscriptions } from './subscription-export'
export { listSubscribersRaw } from '../subscribers/server/list-subscribers-raw'
export {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
} from './aggregates/repair-counters'
export { findSliceEnd, listCountedMerchants } from './aggregates/person-drift-store'
export { moveEntries, recountLocalDays } from './aggregates/move-entries'
export { endDueSubscriptions } from '../ending/server/end-due-subscriptions'
export { readMovement } from '../movement/server/movement-store'
export { listCancellations, sumCancellations } from '../movement/server/cancellations-store'
export { presentSubscriptionRow } from './list/subscription-row-presenter'
export { countScheduled } from '../ending/server/scheduled-end-store'
export { daysOf, findFirstDay, inDaysOf, merchantDaysOf } from './totals-store'
export { readTotals } from './read-totals'
export type { SubscriptionTotals } from './read-totals'
export { listRecentSubscriptions, sumActiveByPlan } from './subscription-store'
export type { PlanRevenue } from './subscription-store'
export { compactPlatformCounts } from './platform-counts-store'
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
export { compactChargeMonths } from '../charges/server/charge-months-store'
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
export { chargeLateStates } from '../writing/server/charge-late-states'
export { findKnownSubscriptions } from './documents/known-subscriptions-store'
export { readSubscriptionDocument, writeSubscriptionDocument } from './documents/subscription-document'
export { removeSubscriptions } from './documents/remove-subscriptions'
export { subscriptionDocumentRows } from './documents/subscription-document-store'
export { listMerchantsPaidIn, subscriptionAmounts } from './aggregates/amounts-store'

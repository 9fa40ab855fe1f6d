export { exportSubscriptions } from './export/export-subscriptions'
export { listUserSubscriptions } from './of-user/list-user-subscriptions'
export { listRecentSubscribers, listSubscribersRaw } from './subscribers/list-subscribers'
export {
  checkSubscriptionCounters,
  checkSubscriptionCounts,
  repairSubscriptionCounters,
  repairSubscriptionCounts,
} from './aggregates/repair-counters'
export { findSliceEnd, listCountedMerchants } from './aggregates/person-drift-store'
export { moveEntries } from './aggregates/move-entries-store'
export { endDueSubscriptions } from './ending/end-due-subscriptions'
export { listMoves, sumRevenueEntries } from './movement/movement-store'
export type { RevenueEntry } from './movement/movement-store'
export { listLeavers, sumLeavers } from './movement/leavers-store'
export type { LeaverGroup } from './movement/leavers-store'
export { presentSubscriptionRow } from './list/subscription-row-presenter'
export { findFirstDay } from './totals-store'
export { readTotals } from './read-totals'
export type { SubscriptionTotals } from './read-totals'
export { listRecentSubscriptions, sumActiveByPlan } from './subscription-store'
export type { PlanRevenue, RecentSubscription } from './subscription-store'
export { compactPlatformCounts } from './platform-counts-store'
export { subscriptionsRouter } from './subscription-router'
export { compactChargeMonths } from './charges/charge-months-store'
export { noteFirstDrinks } from './writing/affiliate-store'
export { insertCharges } from './writing/history-store'
export { writeSubscriptions } from './write-subscriptions'
export type { SubscriptionWrite } from './write-subscriptions'

import { locationEvents } from '@quaff/features/locations/contract'
import { merchantEvents } from '@quaff/features/merchants/contract'
import { payoutEvents } from '@quaff/features/payouts/contract'
import { planEvents, priceEvents } from '@quaff/features/plans/contract'
import { promotionEvents } from '@quaff/features/promotions/contract'
import { redemptionEvents } from '@quaff/features/redemptions/contract'
import { disputeEvents, refundEvents } from '@quaff/features/refunds/contract'
import { subscriptionEvents } from '@quaff/features/subscriptions/contract'

/** The events of all features, in the order of the console's list. A new one belongs to the contract of its feature. */
export const eventTypes = [
  merchantEvents,
  locationEvents,
  planEvents,
  priceEvents,
  promotionEvents,
  payoutEvents,
  refundEvents,
  disputeEvents,
  subscriptionEvents,
  redemptionEvents,
].flatMap((events) => Object.values(events))
export type EventType = (typeof eventTypes)[number]

import { routerOf } from '@quaff/platform/server'
import { paymentsContract } from '../contract'
import { getPaymentState, listUnmatchedEvents } from './read-events'
import { dismissEvent, retryEvent } from './settle-event'

export { takePaymentEvent, prunePaymentEvents, retryDueEvents } from './take-event'
export { unlinkSubscriptions } from './event-store'
export { paymentAmounts } from './tables'

export const paymentsRouter = routerOf(paymentsContract, {
  state: getPaymentState,
  unmatched: listUnmatchedEvents,
  retry: retryEvent,
  dismiss: dismissEvent,
})

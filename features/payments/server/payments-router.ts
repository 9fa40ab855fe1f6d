import { routerOf } from '@quaff/platform/server/router'
import { paymentsContract } from '../contract'
import { getPaymentState, listUnmatchedEvents } from './read-events'
import { dismissEvent, retryEvent } from './settle-event'

export const paymentsRouter = routerOf(paymentsContract, {
  state: getPaymentState,
  unmatched: listUnmatchedEvents,
  retry: retryEvent,
  dismiss: dismissEvent,
})

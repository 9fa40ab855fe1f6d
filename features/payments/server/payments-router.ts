import { routerOf } from '@quaff/platform/server/router'
import { paymentsContract } from '../contract'
import { getPaymentState, listAsideEvents } from './read-events'
import { dismissEvent, retryEvent } from './settle-event'

export const paymentsRouter = routerOf(paymentsContract, {
  state: getPaymentState,
  aside: listAsideEvents,
  retry: retryEvent,
  dismiss: dismissEvent,
})

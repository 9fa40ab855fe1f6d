import { routerOf } from '@quaff/platform/server/router'
import { paymentsContract } from '../contract'
import { getPaymentState } from './get-payment-state'
import { listAsideEvents } from './list-aside-events'
import { dismissEvent, retryEvent } from './settle-event'

export const paymentsRouter = routerOf(paymentsContract, {
  state: getPaymentState,
  aside: listAsideEvents,
  retry: retryEvent,
  dismiss: dismissEvent,
})

import { routerOf } from '@quaff/platform/server/router'
import { paymentsContract } from '../contract'
import { getPaymentState } from './screen/get-payment-state'
import { listAsideEvents } from './screen/list-aside-events'
import { dismissEvent, retryEvent } from './screen/settle-event'

export const paymentsRouter = routerOf(paymentsContract, {
  state: getPaymentState,
  aside: listAsideEvents,
  retry: retryEvent,
  dismiss: dismissEvent,
})

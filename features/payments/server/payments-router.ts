import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { paymentsContract } from '../contract'
import { getPaymentState } from './screen/get-payment-state'
import { listAsideEvents } from './screen/list-aside-events'
import { dismissEvent, retryEvent } from './screen/settle-event'

const os = implement(paymentsContract).$context<Context>()

export const paymentsRouter = os.router({
  state: os.state.handler(({ context }) => getPaymentState(context)),
  aside: os.aside.handler(({ context, input }) => listAsideEvents(context, input)),
  retry: os.retry.handler(({ context, input }) => retryEvent(context, input)),
  dismiss: os.dismiss.handler(({ context, input }) => dismissEvent(context, input)),
})

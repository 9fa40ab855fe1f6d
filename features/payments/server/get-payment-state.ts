import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { PaymentState } from '../contract'
import { paymentPermissions } from '../permissions'
import { countAside, findLastEvent } from './screen-store'

export async function getPaymentState(ctx: Context): Promise<PaymentState> {
  authorize(ctx.actor, paymentPermissions, 'payment.read')
  const [aside, last] = [await countAside(ctx.db), await findLastEvent(ctx.db)]
  return {
    isSetUp: ctx.paymentSignatures != null,
    isLive: ctx.paymentSignatures?.isLive ?? true,
    aside,
    last: last ? { type: last.type, occurredAt: last.occurredAt, receivedAt: last.receivedAt } : null,
  }
}

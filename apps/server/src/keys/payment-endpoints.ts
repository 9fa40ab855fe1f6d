import type { Hono } from 'hono'
import { paymentLimits, stripeWebhookPath } from '@quaff/features/payments/contract'
import { paymentEndpointRefusals } from '@quaff/features/payments/refusals'
import { takePaymentEvent } from '@quaff/features/payments/server'
import { anonymous, refuse, type Services } from '@quaff/platform/server'
import type { Env } from '../edge/env'
import { isPlainShape } from '../edge/json-shape'

/** The payment provider signs what it sends: nothing is read of a body before that. Not set up, the endpoint is not there. */
export function mountPaymentEndpoints(app: Hono<Env>, services: Services) {
  const { paymentSignatures: signatures } = services
  if (signatures)
    app.post(stripeWebhookPath, async (c) => {
      const header = c.req.header('stripe-signature')
      if (!header) throw refuse(paymentEndpointRefusals, 'PAYMENT_SIGNATURE_MISSING')
      const body = new Uint8Array(await c.req.arrayBuffer())
      const now = services.clock.now()
      const verdict = await signatures.judge(body, header, { now, toleranceSeconds: paymentLimits.signatureSeconds })
      if (verdict === 'wrong') throw refuse(paymentEndpointRefusals, 'PAYMENT_SIGNATURE_WRONG')
      if (verdict === 'late') throw refuse(paymentEndpointRefusals, 'PAYMENT_SIGNATURE_LATE')
      const ctx = { ...services, actor: anonymous, request: c.get('request'), cookies: c.get('cookies') }
      c.header('cache-control', 'no-store')
      return c.json(await takePaymentEvent(ctx, signatures.isLive, readEvent(body)))
    })
  app.all('/webhooks/*', () => {
    throw refuse(paymentEndpointRefusals, 'WEBHOOK')
  })
}

function readEvent(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isPlainShape(value)) return value
  } catch {
    // Cut off, or no JSON at all.
  }
  throw refuse(paymentEndpointRefusals, 'PAYMENT_EVENT_CUT')
}

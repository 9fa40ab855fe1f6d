import { authorize, type Context, inTransaction, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import type { Delivery, DeliveryIdInput, EndpointIdInput, ReplayFailedInput } from '../contract'
import { webhookPermissions } from '../permissions'
import { webhookRefusals } from '../refusals'
import { testType } from '../rules'
import { lockEndpoint } from './endpoint-store'
import { getDelivery } from './read-deliveries'
import { insertDelivery, lockDelivery, sendAgain, sendFailedAgain } from './sending-store'

async function requireEnabled(tx: Transaction, endpointId: string) {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint) throw refuse(webhookRefusals, 'ENDPOINT')
  if (!endpoint.isEnabled) throw refuse(webhookRefusals, 'ENDPOINT_DISABLED')
}

const target = (targetId: string) => ({ targetType: 'webhook_endpoint', targetId })

/** Sends a test event, even if the endpoint has not subscribed to it. */
export async function sendTest(ctx: Context, { endpointId }: EndpointIdInput): Promise<Delivery> {
  authorize(ctx.actor, webhookPermissions, 'webhook.change')
  const id = ctx.ids.newId('whd')
  await inTransaction(ctx, async (tx) => {
    await requireEnabled(tx, endpointId)
    const now = ctx.clock.now()
    await insertDelivery(tx, {
      id,
      endpointId,
      messageId: ctx.ids.newId('evt'),
      eventType: testType,
      subjectId: endpointId,
      occurredAt: now,
      status: 'waiting',
      nextAttemptAt: now,
      createdAt: now,
    })
    await recordAudit(ctx, tx, { action: 'test_webhook', ...target(endpointId) })
  })
  return getDelivery(ctx, { deliveryId: id })
}

/** Starts again with the first attempt and keeps the ID, so that receivers can ignore repeats. */
export async function replayDelivery(ctx: Context, input: DeliveryIdInput): Promise<Delivery> {
  authorize(ctx.actor, webhookPermissions, 'webhook.change')
  const { endpointId } = await getDelivery(ctx, input)
  await inTransaction(ctx, async (tx) => {
    await requireEnabled(tx, endpointId)
    const delivery = await lockDelivery(tx, input.deliveryId)
    if (!delivery) throw refuse(webhookRefusals, 'DELIVERY')
    const now = ctx.clock.now()
    if (delivery.lockedUntil && delivery.lockedUntil >= now) throw refuse(webhookRefusals, 'DELIVERY_SENDING')
    await sendAgain(tx, delivery, now)
    await recordAudit(ctx, tx, {
      action: 'replay_webhook',
      ...target(endpointId),
      after: { delivery: delivery.id, eventType: delivery.eventType },
    })
  })
  return getDelivery(ctx, input)
}

export async function replayFailed(
  ctx: Context,
  { endpointId, since }: ReplayFailedInput,
): Promise<{ replayed: number }> {
  authorize(ctx.actor, webhookPermissions, 'webhook.change')
  const replayed = await inTransaction(ctx, async (tx) => {
    await requireEnabled(tx, endpointId)
    const count = await sendFailedAgain(tx, endpointId, since, ctx.clock.now())
    if (count > 0)
      await recordAudit(ctx, tx, { action: 'replay_webhook', ...target(endpointId), after: { since, count } })
    return count
  })
  return { replayed }
}

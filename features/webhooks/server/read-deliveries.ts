import { authorize, type Context, type Page, pageTotal, refuse, toPage } from '@quaff/platform/server'
import type { Delivery, DeliveryIdInput, DeliveryRow, ListDeliveriesInput } from '../contract'
import { webhookPermissions } from '../permissions'
import { webhookRefusals } from '../refusals'
import { bodyOf } from '../rules'
import { type StoredDelivery, countDeliveryRows, deliveryList, findDelivery, listDeliveryRows } from './sending-store'

/** Newest first. */
export async function listDeliveries(ctx: Context, input: ListDeliveriesInput): Promise<Page<DeliveryRow>> {
  authorize(ctx.actor, webhookPermissions, 'webhook.list')
  const { limit, cursor, ...filter } = input
  const rows = await listDeliveryRows(ctx.db, input)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['webhook-deliveries', filter] }, () =>
    countDeliveryRows(ctx.db, filter),
  )
  return toPage(rows, { ...deliveryList, limit, total }, ({ delivery }) => presentRow(delivery))
}

export async function getDelivery(ctx: Context, { deliveryId }: DeliveryIdInput): Promise<Delivery> {
  authorize(ctx.actor, webhookPermissions, 'webhook.list')
  const row = await findDelivery(ctx.db, deliveryId)
  if (!row) throw refuse(webhookRefusals, 'DELIVERY')
  return {
    ...presentRow(row),
    endpointId: row.endpointId,
    body: bodyOf(row),
    headers: row.requestHeaders,
    responseText: row.responseText,
  }
}

const presentRow = (row: StoredDelivery): DeliveryRow => ({
  id: row.id,
  eventType: row.eventType,
  occurredAt: row.occurredAt,
  status: row.status,
  attempts: row.attempts,
  lastAttemptAt: row.lastAttemptAt,
  nextAttemptAt: row.nextAttemptAt,
  responseStatus: row.responseStatus,
  fault: row.fault,
  durationMs: row.durationMs,
})

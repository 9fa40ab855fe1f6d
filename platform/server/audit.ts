import type { Actor } from './actor'
import type { Context, Transaction } from './context'
import { publishLive } from './live'
import { recordWebhookEvents, type EventType } from './record-webhook-events'
import { adminAuditLogs } from './tables'

export type AuditEntry = {
  action: string
  targetType: string
  targetId: string
  /** The webhook event of this write, declared in a feature's contract. Without one, endpoints are not notified. */
  event?: EventType | undefined
  merchantId?: string | null
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes one row per change in the same transaction (G36). */
export async function recordAudit(ctx: Context, tx: Transaction, entry: AuditEntry) {
  await tx
    .insert(adminAuditLogs)
    .values({
      id: ctx.ids.newId('aud'),
      action: entry.action,
      targetType: entry.targetType,
      targetId: entry.targetId,
      merchantId: entry.merchantId ?? null,
      ...auditActor(ctx.actor),
      before: entry.before,
      after: entry.after,
      requestId: ctx.request.requestId,
      occurredAt: ctx.clock.now(),
    })
  await publishLive(tx, { topic: 'audit', subjectId: entry.targetId, merchantId: entry.merchantId ?? null })
  const { event: type, targetId: subjectId, merchantId = null } = entry
  if (type) await recordWebhookEvents(ctx, tx, [{ type, subjectId, merchantId }])
}

function auditActor(actor: Actor) {
  if (actor.kind === 'anonymous') return { adminUserId: null, adminEmail: null }
  return { adminUserId: actor.userId, adminEmail: actor.email }
}

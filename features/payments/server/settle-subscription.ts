import { placeRefunds } from '@quaff/features/refunds/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { compareRanks } from '../reading-rules'
import { nextAttemptAt } from '../rules'
import { applyEvent, type Applied } from './apply-event'
import { listWaiting, lockLink, updateEvent, updateLink, type StoredEvent } from './event-store'

/**
 * Takes all events of one subscription of the provider that wait, the oldest first. One that says too little is placed by
 * what the others say. Who comes at the same time waits, and then finds nothing left to do.
 */
export async function settleSubscription(
  ctx: Context,
  tx: Transaction,
  providerSubscriptionId: string,
): Promise<Map<string, Applied>> {
  let link = await lockLink(tx, providerSubscriptionId)
  const waiting = (await listWaiting(tx, providerSubscriptionId))
    .flatMap((event) => (event.facts ? [{ event, facts: event.facts }] : []))
    .sort((one, other) => compareRanks(one.facts.rank, other.facts.rank))
  const others = waiting.map(({ facts }) => facts.names).toReversed()
  const all = new Map<string, Applied>()
  const takeAll = async (events: typeof waiting) => {
    for (const { event, facts } of events) {
      const applied = await applyEvent({ ctx, tx, link, others }, facts)
      link = applied.link
      all.set(event.eventId, applied)
      await noteOutcome(ctx, tx, event, applied)
    }
  }
  await takeAll(waiting)
  // An invoice may be older than the event that makes its subscription known.
  const early = waiting.filter(({ event }) => all.get(event.eventId)?.reason === 'UNKNOWN_SUBSCRIPTION')
  if (link.subscriptionId !== null) await takeAll(early)
  if (waiting.length > 0) await updateLink(tx, link)
  if (link.subscriptionId !== null) await placeRefunds(ctx, tx, [link.subscriptionId])
  return all
}

async function noteOutcome(ctx: Context, tx: Transaction, event: StoredEvent, applied: Applied): Promise<void> {
  const { outcome, reason, pass } = applied
  const attempts = event.attempts + 1
  if (reason) {
    const next = nextAttemptAt(reason, attempts, ctx.clock.now())
    await updateEvent(tx, event.eventId, { outcome, reason, attempts, nextAttemptAt: next })
    return
  }
  await updateEvent(tx, event.eventId, { outcome, reason: null, facts: null, attempts, nextAttemptAt: null })
  if (!pass || (outcome !== 'created' && outcome !== 'updated')) return
  await recordAudit(ctx, tx, {
    action: 'take_payment_event',
    targetType: 'subscription',
    targetId: pass.id,
    merchantId: pass.merchantId,
    after: { event: event.type, eventId: event.eventId, outcome, status: pass.status },
  })
}

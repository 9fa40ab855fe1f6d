import { isDeepStrictEqual } from 'node:util'
import { addToSubscriptionCounts } from '@quaff/features/accounts/server'
import { lockMerchantZones } from '@quaff/features/sessions/server'
import { publishLive, recordWebhookEvents, type Services, type Transaction } from '@quaff/platform/server'
import { recordCharges } from '../charges/server/record-charges'
import { subscriptionEvents } from '../contract'
import { chargeOf, personDeltas } from '../writing-rules'
import { counterDeltas, type CounterImage } from './counter-deltas'
import { addToCounters, refreshLastActivity } from './counter-store'
import { type EventRow, insertEvents } from './history-store'
import { lockSubscriptions, type SubscriptionRow } from './subscription-store'
import { completeRow, type SubscriptionWrite } from './write-subscriptions'

/**
 * Records all effects of rows that this transaction has written. Every writer of subscriptions must use it: it fixes
 * the lock order of tables, and of rows by key.
 */
export async function recordChanges(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  changes: readonly SubscriptionChange[],
  events: readonly EventRow[],
  { isQuiet = false }: { isQuiet?: boolean } = {},
) {
  if (changes.length === 0) return
  const now = clock.now()
  const charges = changes.flatMap(({ after }) => chargeOf(after, now) ?? [])
  await recordCharges(tx, charges)
  await insertEvents(tx, events)
  const images = changes.map(({ before, after }) => ({ before: before && imageOf(before), after: imageOf(after) }))
  const zones = await lockMerchantZones(
    tx,
    images.flatMap(({ before, after }) => [after.merchantId, ...(before ? [before.merchantId] : [])]),
  )
  const deltas = counterDeltas(images, settings.timeZone, zones)
  await addToCounters(tx, deltas)
  await refreshLastActivity(tx, merchantsThatLost(changes))
  await addToSubscriptionCounts(tx, personDeltas(changes))
  if (isQuiet) return
  const topics = deltas.merchants.map(({ merchantId }) => ({
    topic: 'subscription' as const,
    subjectId: merchantId,
    merchantId,
  }))
  await publishLive(tx, ...topics)
  await recordWebhookEvents(
    { clock },
    tx,
    changes.map((change) => ({
      type: eventOf(change),
      subjectId: change.after.id,
      merchantId: change.after.merchantId,
    })),
  )
}

function eventOf({ before, after }: SubscriptionChange) {
  if (before === null) return subscriptionEvents.created
  const isEnd = after.status === 'canceled' && before.status !== 'canceled'
  return isEnd ? subscriptionEvents.canceled : subscriptionEvents.updated
}

/** A locked row before and after the write. `before` is null for a new row. */
export type SubscriptionChange = { before: SubscriptionRow | null; after: SubscriptionRow }

export const isSameRow = (one: SubscriptionRow, other: SubscriptionRow): boolean => isDeepStrictEqual(one, other)

export function imageOf(row: SubscriptionRow): CounterImage {
  const { merchantId, planId, status, billingCurrency: currency, monthlyMinor, createdAt, updatedAt } = row
  return { merchantId, planId, status, currency, monthlyMinor, createdAt, updatedAt }
}

/** Returns merchants that may have lost their newest subscription, in id order. */
function merchantsThatLost(changes: readonly SubscriptionChange[]) {
  const lost = changes.flatMap(({ before, after }) => {
    if (!before || (before.merchantId === after.merchantId && before.createdAt <= after.createdAt)) return []
    return [before.merchantId]
  })
  return [...new Set(lost)].sort()
}

/**
 * Charges periods before the current one that were reported after it. Rows stay unchanged, and nothing is charged after
 * an administrator's cancellation.
 */
export async function chargeLateStates(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
) {
  const existing = await lockSubscriptions(
    tx,
    rows.map(({ id }) => id),
  )
  const charges = rows.flatMap((row) => {
    const stored = existing.get(row.id)
    if (!stored || stored.merchantId !== row.merchantId) return []
    const charge = chargeOf({ ...completeRow(row), paidUntil: stored.paidUntil }, clock.now())
    return charge && charge.periodStart < stored.currentPeriodStart ? [charge] : []
  })
  await recordCharges(tx, charges)
}

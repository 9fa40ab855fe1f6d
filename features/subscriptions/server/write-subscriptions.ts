import type { Services, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import type { PriceDetails } from './tables'
import { monthlyAmountMinor, normalizeTimestamp, resolvePrice } from '../rules'
import type { StoredTimestamp } from '../rules'
import { counterDeltas } from './counter-deltas'
import type { CounterChange } from './counter-deltas'
import { addToCounters } from './counter-store'
import { insertNewSubscriptions, lockSubscriptions, updateSubscriptions } from './subscription-store'
import type { SubscriptionRow } from './subscription-store'

export type SubscriptionWrite = {
  id: string
  merchantId: string
  planId?: string | null
  userId?: string | null
  status: SubscriptionRow['status']
  amountMinor?: number | null
  currency?: string | null
  interval?: string | null
  intervalCount?: number | null
  priceDetails?: PriceDetails | null
  cancelReason?: string | null
  createdAt: StoredTimestamp
  updatedAt: StoredTimestamp
  currentPeriodStart?: StoredTimestamp
  currentPeriodEnd?: StoredTimestamp
}

/**
 * Creates or replaces the subscriptions of one batch and moves their counters with one statement each (decision 35).
 * The same id twice in a batch: the last one counts. Safe among parallel writers; call it once per transaction.
 */
export async function writeSubscriptions(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
): Promise<{ created: number; updated: number }> {
  const wanted = new Map(rows.map((row) => [row.id, completeRow(row)]))
  const inOrder = [...wanted.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  // A row that another transaction is just inserting counts as existing: the insert waits for it, the lock then sees it.
  const created = await insertNewSubscriptions(tx, inOrder)
  const existing = inOrder.filter(({ id }) => !created.has(id))
  const before = await lockSubscriptions(
    tx,
    existing.map(({ id }) => id),
  )
  await updateSubscriptions(tx, existing)
  const changes = inOrder.map((row): CounterChange => ({ before: imageOf(before.get(row.id)), after: imageOf(row) }))
  const deltas = counterDeltas(changes, services.settings.timeZone)
  await addToCounters(tx, deltas)
  await publishLive(
    tx,
    ...deltas.merchants.map(({ merchantId }) => ({
      topic: 'subscription' as const,
      subjectId: merchantId,
      merchantId,
    })),
  )
  return { created: created.size, updated: existing.length }
}

function completeRow(row: SubscriptionWrite): SubscriptionRow {
  const price = resolvePrice(row)
  return {
    id: row.id,
    merchantId: row.merchantId,
    planId: row.planId ?? null,
    userId: row.userId ?? null,
    status: row.status,
    amountMinor: row.amountMinor ?? null,
    currency: row.currency ?? null,
    interval: row.interval ?? null,
    intervalCount: row.intervalCount ?? null,
    priceDetails: row.priceDetails ?? null,
    monthlyMinor: monthlyAmountMinor(price),
    billingCurrency: price.currency,
    cancelReason: row.cancelReason ?? null,
    cancelAtPeriodEnd: false,
    canceledBy: null,
    createdAt: normalizeTimestamp(row.createdAt),
    updatedAt: normalizeTimestamp(row.updatedAt),
    currentPeriodStart: normalizeTimestamp(row.currentPeriodStart),
    currentPeriodEnd: normalizeTimestamp(row.currentPeriodEnd),
  }
}

function imageOf(row: SubscriptionRow): CounterChange['after']
function imageOf(row: SubscriptionRow | undefined): CounterChange['before']
function imageOf(row: SubscriptionRow | undefined): CounterChange['before'] {
  if (!row) return null
  const { merchantId, status, billingCurrency: currency, monthlyMinor, createdAt, updatedAt } = row
  return { merchantId, status, currency, monthlyMinor, createdAt, updatedAt }
}

import { refuse, type Services, type Transaction } from '@quaff/platform/server'
import { scheduleOf } from '../ending-rules'
import { subscriptionRefusals } from '../refusals'
import { monthlyAmountMinor, normalizeTimestamp, resolvePrice, type StoredTimestamp } from '../rules'
import { eventsOf, isEarlierPeriod, largestAmountMinor, withDecisionKept } from '../writing-rules'
import { insertAffiliates } from './affiliate-store'
import { isSameRow, recordChanges, type SubscriptionChange } from './record-changes'
import {
  insertNewSubscriptions,
  lockSubscriptions,
  type SubscriptionRow,
  updateSubscriptions,
} from './subscription-store'
import type { PriceDetails } from './tables'

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
  cancelAtPeriodEnd?: boolean
  cancelAt?: StoredTimestamp
  /** Affiliate code (G37). The first event with a code decides. */
  affiliateCode?: string | null
  createdAt: StoredTimestamp
  updatedAt: StoredTimestamp
  currentPeriodStart?: StoredTimestamp
  currentPeriodEnd?: StoredTimestamp
}

/** Options for the import of a whole business. */
export type HistoryWrite = {
  /** Periods that start before it were charged by another system and are not charged again. */
  paidUntil?: Date
  /** Sends no live update or webhook event per merchant. The caller sends one live update for all merchants. */
  isQuiet?: boolean
}

/**
 * Creates or replaces a batch of subscriptions with their charges, history, counters (G35) and counts per person.
 * Administrators' decisions stay (`withDecisionKept`). The last row of an id wins, and a repeated batch changes
 * nothing. Safe for parallel writers; call it once per transaction.
 * @throws AMOUNT_TOO_LARGE for the whole batch if an amount exceeds 2^31 - 1 minor units
 */
export async function writeSubscriptions(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
  history: HistoryWrite = {},
): Promise<{ created: number; updated: number }> {
  const outcomes = [...(await writeStates(services, tx, rows, history, () => null)).values()]
  const count = (one: StateOutcome) => outcomes.filter((outcome) => outcome === one).length
  return { created: count('created'), updated: count('updated') }
}

/** `foreign`: another merchant has this id. Rows with `foreign` or `older` are not written. */
export type StateOutcome = 'created' | 'updated' | 'same' | 'older' | 'foreign'

/**
 * Writes states of a feed that may be late or out of order. A state older than the row never wins, and no merchant
 * takes another's subscription.
 */
export function writeSubscriptionStates(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
): Promise<Map<string, StateOutcome>> {
  return writeStates(services, tx, rows, {}, obstacleOfFeed)
}

/** Writes states of a feed that may report earlier periods; the current period of the row stays. */
export function writeStatesOfAnyPeriod(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
): Promise<Map<string, StateOutcome>> {
  const now = services.clock.now()
  const reported = new Map(rows.map((row) => [row.id, row]))
  return writeStates(services, tx, rows, {}, obstacleOfFeed, (before, row) => {
    const own = reported.get(row.id)
    if (!own || !isEarlierPeriod(before, row, now)) return row
    const { currentPeriodStart, currentPeriodEnd } = before
    return { ...completeRow({ ...own, currentPeriodStart, currentPeriodEnd }), paidUntil: row.paidUntil }
  })
}

function obstacleOfFeed({ before, after }: Replacement): 'older' | 'foreign' | null {
  if (before.merchantId !== after.merchantId) return 'foreign'
  return after.updatedAt < before.updatedAt ? 'older' : null
}

type Replacement = { before: SubscriptionRow; after: SubscriptionRow }

async function writeStates(
  services: Pick<Services, 'settings' | 'clock'>,
  tx: Transaction,
  rows: readonly SubscriptionWrite[],
  history: HistoryWrite,
  obstacleOf: (change: Replacement) => 'older' | 'foreign' | null,
  withPeriod = (_before: SubscriptionRow, row: SubscriptionRow) => row,
) {
  const wanted = new Map(rows.map((row) => [row.id, { ...completeRow(row), paidUntil: history.paidUntil ?? null }]))
  const inOrder = [...wanted.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  // A row that is inserted concurrently counts as existing: the insert waits for it, then the lock sees it.
  const created = await insertNewSubscriptions(tx, inOrder)
  const existing = await lockSubscriptions(
    tx,
    inOrder.flatMap(({ id }) => (created.has(id) ? [] : [id])),
  )
  const outcomes = new Map<string, StateOutcome>()
  const changes = inOrder.flatMap((row): SubscriptionChange[] => {
    const before = existing.get(row.id) ?? null
    const wantedRow = before ? withPeriod(before, row) : row
    const after = withDecisionKept(before, { ...wantedRow, paidUntil: laterOf(before?.paidUntil, row.paidUntil) })
    const obstacle = before && obstacleOf({ before, after: row })
    const outcome = obstacle ?? outcomeOf(before, after)
    outcomes.set(row.id, outcome)
    return outcome === 'created' || outcome === 'updated' ? [{ before, after }] : []
  })
  const updated = changes.flatMap(({ before, after }) => (before === null ? [] : [after]))
  await updateSubscriptions(tx, updated)
  const stored = rows.filter(({ id }) => outcomes.get(id) !== 'older' && outcomes.get(id) !== 'foreign')
  await insertAffiliates(tx, attributed(stored, wanted))
  const now = services.clock.now()
  const events = changes.flatMap(({ before, after }) => eventsOf(before, after, now))
  await recordChanges(services, tx, changes, events, history)
  return outcomes
}

/** `paidUntil` never moves back. */
const laterOf = (one: Date | null | undefined, other: Date | null) => (one && (!other || one > other) ? one : other)

function outcomeOf(before: SubscriptionRow | null, after: SubscriptionRow) {
  if (before === null) return 'created'
  return isSameRow(before, after) ? 'same' : 'updated'
}

function attributed(rows: readonly SubscriptionWrite[], wanted: ReadonlyMap<string, SubscriptionRow>) {
  return rows.flatMap(({ id, affiliateCode }) => {
    const row = wanted.get(id)
    const code = affiliateCode?.trim().toUpperCase()
    if (!row || !code) return []
    const { merchantId, userId, createdAt: startedAt } = row
    return [{ subscriptionId: id, code, merchantId, userId, startedAt }]
  })
}

export function completeRow(row: SubscriptionWrite): SubscriptionRow {
  const price = resolvePrice(row)
  if (Math.max(Math.abs(price.amountMinor), Math.abs(row.amountMinor ?? 0)) > largestAmountMinor)
    throw refuse(subscriptionRefusals, 'AMOUNT_TOO_LARGE', row.id)
  const currentPeriodEnd = normalizeTimestamp(row.currentPeriodEnd)
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
    ...scheduleOf({
      status: row.status,
      cancelAtPeriodEnd: row.cancelAtPeriodEnd ?? false,
      cancelAt: row.cancelAt == null ? null : normalizeTimestamp(row.cancelAt),
      currentPeriodEnd,
    }),
    canceledBy: null,
    createdAt: normalizeTimestamp(row.createdAt),
    updatedAt: normalizeTimestamp(row.updatedAt),
    currentPeriodStart: normalizeTimestamp(row.currentPeriodStart),
    currentPeriodEnd,
    paidUntil: null,
  }
}

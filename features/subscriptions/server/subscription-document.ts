import { addToSubscriptionCounts } from '@quaff/features/accounts/server'
import { lockMerchantZones } from '@quaff/features/sessions/server'
import type { Services, Transaction } from '@quaff/platform/server'
import { type DocumentMap, type SourceDocument, writtenFields } from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  type DocumentReading,
  idOf,
  parentIdOf,
} from '@quaff/platform/shared/documents/read-fields'
import { billingIntervals, subscriptionStatuses } from '../contract'
import { entriesOf } from '../entries-rules'
import { normalizeTimestamp } from '../rules'
import { largestAmountMinor, personDeltas } from '../writing-rules'
import { counterDeltas } from './counter-deltas'
import { addToCounters, refreshLastActivity } from './counter-store'
import { listEvents } from './history-store'
import { imageOf } from './record-changes'
import { lockSubscriptions, deleteSubscriptions } from './subscription-store'
import type { SubscriptionWrite } from './write-subscriptions'

const epoch = new Date(0)

/**
 * Reads `users/{id}/subscriptions/{id}` or a top-level document (spec §3). Without a merchant or a known status its
 * value is unknown, so it is skipped.
 */
export function readSubscriptionDocument(document: SourceDocument): DocumentReading<SubscriptionWrite> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const merchantId = fields.id('merchantId')
  if (!merchantId) fields.tell('merchantId', 'missing', 'skipped')
  const status = fields.word('status', subscriptionStatuses, 'skipped')
  if (!fields.has('status')) fields.tell('status', 'missing', 'skipped')
  const details = fields.map('priceDetails')
  const currentPeriodStart = readPeriod(fields, 'currentPeriodStart', status)
  const currentPeriodEnd = readPeriod(fields, 'currentPeriodEnd', status)
  if (currentPeriodEnd !== epoch && currentPeriodEnd < currentPeriodStart)
    fields.tell('currentPeriodEnd', 'before_start', 'note')
  const row: SubscriptionWrite = {
    id: idOf(document),
    merchantId: merchantId ?? '',
    planId: fields.id('planId'),
    userId: parentIdOf(document) ?? fields.id('userId'),
    status: status ?? 'canceled',
    ...readPrice(fields),
    priceDetails: fields.has('priceDetails') ? detailsOf(details) : null,
    cancelReason: fields.line('cancelReason'),
    cancelAtPeriodEnd: fields.flag('cancelAtPeriodEnd') ?? false,
    cancelAt: fields.time('cancelAt', 'changed'),
    createdAt,
    updatedAt,
    currentPeriodStart,
    currentPeriodEnd,
  }
  const isSkipped = fields.problems.some(({ level }) => level === 'skipped')
  return fields.reading(isSkipped ? null : row)
}

/**
 * The period of a running subscription determines money, so an unreadable one skips the document. A missing one becomes
 * the epoch (spec §3).
 */
function readPeriod(fields: FieldReader, name: string, status: string | null) {
  if (!fields.has(name)) fields.tell(name, 'missing', 'changed')
  return fields.time(name, status === null || status === 'canceled' ? 'changed' : 'skipped') ?? epoch
}

function readPrice(fields: FieldReader) {
  return {
    amountMinor: fields.whole('amount', { min: 0, max: largestAmountMinor }, 'skipped'),
    currency: fields.currency('currency'),
    interval: fields.word('interval', billingIntervals, 'skipped'),
    intervalCount: fields.whole('intervalCount', { min: 1, max: 1_000 }, 'skipped'),
  }
}

function detailsOf(details: FieldReader) {
  const { amountMinor, currency, interval, intervalCount } = readPrice(details)
  const parts = { amount: amountMinor, currency, interval, intervalCount }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null))
}

/** Writes the inverse of `readSubscriptionDocument`. The path contains the person. */
export function writeSubscriptionDocument(row: Omit<SubscriptionWrite, 'status'> & { status: string }): DocumentMap {
  const { merchantId, planId, status, amountMinor: amount, currency, interval, intervalCount } = row
  const at = (time: SubscriptionWrite['createdAt']) => normalizeTimestamp(time)
  return writtenFields({
    merchantId,
    planId,
    status,
    amount,
    currency,
    interval,
    intervalCount,
    priceDetails: row.priceDetails,
    cancelReason: row.cancelReason,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd || null,
    cancelAt: row.cancelAt == null ? null : at(row.cancelAt),
    currentPeriodStart: at(row.currentPeriodStart),
    currentPeriodEnd: at(row.currentPeriodEnd),
    createdAt: at(row.createdAt),
    updatedAt: at(row.updatedAt),
  })
}

/** Removes rows, charges and history, and moves every counter back, in the writers' order. */
export async function removeSubscriptions(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  wanted: readonly string[],
) {
  const found = [...(await lockSubscriptions(tx, wanted.toSorted())).values()]
  if (found.length === 0) return
  const ids = found.map(({ id }) => id)
  const events = await listEvents(tx, ids)
  await deleteSubscriptions(tx, ids)
  const zones = await lockMerchantZones(
    tx,
    found.map(({ merchantId }) => merchantId),
  )
  const deltas = counterDeltas(
    found.map((row) => ({ before: imageOf(row), after: null, past: entriesOf(row, events.get(row.id) ?? []) })),
    settings.timeZone,
    zones,
  )
  await addToCounters(tx, deltas)
  await refreshLastActivity(
    tx,
    deltas.merchants.map(({ merchantId }) => merchantId),
  )
  await addToSubscriptionCounts(tx, personDeltas(found.map((before) => ({ before, after: null }))))
}

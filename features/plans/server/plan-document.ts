import { billingIntervals } from '@quaff/features/subscriptions/contract'
import {
  type DocumentMap,
  type SourceDocument,
  storable,
  writtenFields,
} from '@quaff/platform/shared/documents/document-values'
import {
  FieldReader,
  readDocumentTimes,
  idOf,
  parentIdOf,
  type DocumentReading,
} from '@quaff/platform/shared/documents/read-fields'
import { planLimits } from '../contract'
import type { planPrices, subscriptionPlans } from './tables'

export type PlanDocumentRow = typeof subscriptionPlans.$inferInsert
export type PriceDocumentRow = typeof planPrices.$inferInsert

/** `merchants/{id}/subscriptionPlans/{id}` (spec §3): name and whether it is sold; the rest stays in `fields`. */
export function readPlanDocument(document: SourceDocument): DocumentReading<PlanDocumentRow> {
  const fields = FieldReader.of(document.data)
  const { createdAt, updatedAt } = readDocumentTimes(document, fields)
  const merchantId = parentIdOf(document) ?? fields.id('merchantId')
  if (!merchantId) fields.tell('merchantId', 'missing', 'skipped')
  const name = fields.line('name')
  if (!name) fields.tell('name', 'missing', 'changed')
  const active = fields.flag('active') ?? true
  // A list of prices was taken out before (embedded-prices.ts).
  const prices = fields.raw('prices')
  if (prices !== null && !(Array.isArray(prices) && prices.length === 0))
    fields.tell('prices', 'not_carried', 'changed')
  const { name: _name, active: _active, createdAt: _created, updatedAt: _updated, ...rest } = document.data
  const row = {
    id: idOf(document),
    merchantId: merchantId ?? '',
    name: name || 'Unknown Plan',
    active,
    fields: { ...storable<DocumentMap>(rest) },
  }
  return { ...fields.reading(merchantId ? { ...row, createdAt, updatedAt } : null), rest: {} }
}

/**
 * `…/subscriptionPlans/{id}/prices/{id}`: an amount of whole minor units. A fraction may be dollars or a slip; it is never
 * multiplied by what it might have meant.
 */
export function readPriceDocument(document: SourceDocument): DocumentReading<PriceDocumentRow> {
  const fields = FieldReader.of(document.data)
  const planId = parentIdOf(document)
  const amountMinor = fields.whole('amount', { min: 0, max: planLimits.maxAmountMinor }, 'skipped')
  if (!fields.has('amount')) fields.tell('amount', 'missing', 'skipped')
  const interval = fields.word('interval', billingIntervals, 'skipped')
  const row = {
    id: idOf(document),
    planId: planId ?? '',
    amountMinor: amountMinor ?? 0,
    currency: fields.currency('currency') ?? 'usd',
    interval: interval ?? 'month',
    intervalCount: fields.whole('intervalCount', { min: 1, max: planLimits.maxIntervalCount }, 'skipped') ?? 1,
    active: fields.flag('active') ?? true,
  }
  const isSkipped = planId === null || fields.problems.some(({ level }) => level === 'skipped')
  return fields.reading(isSkipped ? null : row)
}

/** The inverse of `readPlanDocument`. */
export const writePlanDocument = ({ name, active, fields, createdAt, updatedAt }: PlanDocumentRow): DocumentMap =>
  writtenFields({ ...fields, name, active, createdAt, updatedAt })

/** The inverse of `readPriceDocument`. */
export function writePriceDocument(row: PriceDocumentRow): DocumentMap {
  const { amountMinor: amount, currency, interval, intervalCount, active } = row
  return writtenFields({ amount, currency, interval, intervalCount, active })
}

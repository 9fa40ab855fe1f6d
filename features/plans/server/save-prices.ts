import { isDeepStrictEqual } from 'node:util'
import type { OneMerchant } from '@quaff/features/sessions/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { recordOutward, type OutwardChange } from '@quaff/platform/server/outward/record-outward'
import { refuse } from '@quaff/platform/shared/refusal'
import { planLimits, type PlanPriceInput } from '../contract'
import { repeatedPrice } from '../price-rules'
import { planRefusals } from '../refusals'
import { presentPrice } from './plan-presenter'
import { deletePriceRows, listPriceRows, savePriceRows, type StoredPrice } from './plan-store'
import { readPayingGroups } from './read-plan-figures'

type Change = { planId: string; scope: OneMerchant; prices: readonly PlanPriceInput[] }

/**
 * Makes the plan's prices the given list. Removed prices that somebody pays are switched off instead, at the end of the
 * list. Returns the prices before and after.
 */
export async function savePrices(
  ctx: Context,
  tx: Transaction,
  { planId, scope, prices }: Change,
): Promise<{ before: StoredPrice[]; after: StoredPrice[] }> {
  if (repeatedPrice(prices) !== undefined) throw refuse(planRefusals, 'PRICE_REPEATED')
  const before = await listPriceRows(tx, [planId])
  refuseForeign(prices, before)
  const kept = prices.map((price, position) => ({ ...price, id: price.id ?? ctx.ids.newId('pri'), planId, position }))
  const removed = before.filter(({ id }) => !kept.some((price) => price.id === id))
  const paying = removed.length === 0 ? [] : await readPayingGroups(tx, scope, planId, before.map(presentPrice))
  const isPaid = ({ id }: StoredPrice) => paying.some(({ priceId }) => priceId === id)
  const retired = removed
    .filter(isPaid)
    .map((price, index) => ({ ...price, active: false, position: kept.length + index }))
  const after = [...kept, ...retired]
  if (after.length > planLimits.pricesPerPlan) throw refuse(planRefusals, 'PRICE_LIMIT')
  await savePriceRows(tx, after)
  await deletePriceRows(
    tx,
    removed.filter((price) => !isPaid(price)).map(({ id }) => id),
  )
  await recordOutward(ctx, tx, changesOf(scope.id, before, after))
  return { before, after }
}

function changesOf(merchantId: string, before: readonly StoredPrice[], after: readonly StoredPrice[]): OutwardChange[] {
  const old = new Map(before.map((price) => [price.id, price]))
  const kept = new Set(after.map(({ id }) => id))
  const told = (type: OutwardChange['type']) => (price: StoredPrice) => ({ type, subjectId: price.id, merchantId })
  return [
    ...after.filter(({ id }) => !old.has(id)).map(told('price.created')),
    ...after
      .filter((price) => old.has(price.id) && !isDeepStrictEqual(price, old.get(price.id)))
      .map(told('price.updated')),
    ...before.filter(({ id }) => !kept.has(id)).map(told('price.deleted')),
  ]
}

/** A price of another plan is answered like one that does not exist. */
function refuseForeign(prices: readonly PlanPriceInput[], stored: readonly StoredPrice[]): void {
  const ids = prices.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size !== ids.length) throw refuse(planRefusals, 'PRICE_TWICE')
  if (ids.some((id) => !stored.some((price) => price.id === id))) throw refuse(planRefusals, 'PRICE')
}

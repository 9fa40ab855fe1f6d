import { isDeepStrictEqual } from 'node:util'
import {
  merchantNotFound,
  type MerchantScope,
  type OneMerchant,
  scopeToMerchant,
} from '@quaff/features/sessions/server'
import {
  changedFields,
  type Context,
  linesWithoutControls,
  type Locked,
  publishLive,
  type Queryable,
  recordWebhookEvents,
  refuse,
  type Transaction,
  type UserActor,
  type WebhookChange,
  withoutControls,
} from '@quaff/platform/server'
import { planLimits, priceEvents, type PlanChanges, type PlanPriceInput } from '../contract'
import { repeatedPrice } from '../price-rules'
import { planRefusals } from '../refusals'
import { lockedRefusal, mergePlanFields, readPlanFields } from '../rules'
import { presentPrice } from './plan-presenter'
import {
  deletePriceRows,
  listKnownLocationIds,
  listPriceRows,
  lockMerchantDetails,
  lockPlanRow,
  savePriceRows,
  type StoredPlan,
  type StoredPrice,
} from './plan-store'
import { readPayingGroups } from './read-plan-figures'

/** Computes the name and document to save; lists are deduplicated. */
export function planPatch(
  before: Pick<StoredPlan, 'name' | 'fields'>,
  changes: PlanChanges,
): Pick<StoredPlan, 'name' | 'fields'> {
  const { description, eligibleItems, validLocationIds } = changes
  return {
    name: changes.name === undefined ? before.name : cleanName(changes.name),
    fields: mergePlanFields(before.fields, {
      ...changes,
      description: description && linesWithoutControls(description).trim(),
      eligibleItems: eligibleItems && cleanItems(eligibleItems),
      validLocationIds: validLocationIds && [...new Set(validLocationIds)],
    }),
  }
}

/** A name of control characters only would be empty. */
function cleanName(text: string) {
  const name = withoutControls(text).trim()
  if (name === '') throw refuse(planRefusals, 'NAME')
  return name
}

function cleanItems(items: readonly string[]) {
  const cleaned = items.map((item) => withoutControls(item).trim()).filter((item) => item !== '')
  return [...new Set(cleaned)]
}

type Audited = Pick<StoredPlan, 'name' | 'fields'> & Partial<Pick<StoredPlan, 'active'>> & { prices?: StoredPrice[] }

/** The fields and prices that differ, for the audit entry. */
export const changedPlan = (before: Audited, after: Audited) => changedFields(flat(before), flat(after))

function flat({ fields, prices, ...rest }: Audited): Record<string, unknown> {
  return { ...fields, ...rest, ...(prices && { prices: prices.map(auditedPrice) }) }
}

/** Without the position, which the order of the list shows. */
const auditedPrice = ({ id, amountMinor, currency, interval, intervalCount, active }: StoredPrice) => ({
  id,
  amountMinor,
  currency,
  interval,
  intervalCount,
  active,
})

/** Every location must be the merchant's. Locations that the plan already names may stay even if they were deleted. */
export async function checkLocations(
  db: Queryable,
  scope: MerchantScope,
  wanted: readonly string[] | undefined,
  fields: Readonly<Record<string, unknown>>,
) {
  const before = readPlanFields(fields).validLocationIds
  const added = (wanted ?? []).filter((id) => !before.includes(id))
  const existing = await listKnownLocationIds(db, scope, added)
  if (added.some((id) => !existing.includes(id))) throw refuse(planRefusals, 'LOCATION')
}

/** Begins every change: the merchant is in reach, and neither archived nor declined until the transaction ends. */
export async function openPlans(
  tx: Transaction,
  actor: UserActor,
  merchantId: string,
  strength: 'share' | 'update' = 'share',
): Promise<OneMerchant> {
  const scope = scopeToMerchant(actor, merchantId)
  const merchant = await lockMerchantDetails(tx, scope, strength)
  if (!merchant) throw merchantNotFound()
  const refusal = lockedRefusal(merchant.status)
  if (refusal) throw refusal
  return scope
}

/** Locks one plan of a merchant whose plans can change. */
export async function lockOpenPlan(
  tx: Transaction,
  actor: UserActor,
  { merchantId, planId }: { merchantId: string; planId: string },
): Promise<Locked<StoredPlan>> {
  const scope = await openPlans(tx, actor, merchantId)
  return lockPlanRow(tx, scope, planId)
}

/** Plans are part of what a merchant is: its checklist and its pages follow. */
export async function publishPlans(tx: Transaction, merchantId: string) {
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

type Change = { planId: string; scope: OneMerchant; prices: readonly PlanPriceInput[] }

/**
 * Replaces the plan's prices by the list. Removed prices with subscribers are deactivated and moved to the end.
 * Returns the prices before and after.
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
  await recordWebhookEvents(ctx, tx, changesOf(scope.id, before, after))
  return { before, after }
}

function changesOf(merchantId: string, before: readonly StoredPrice[], after: readonly StoredPrice[]) {
  const old = new Map(before.map((price) => [price.id, price]))
  const kept = new Set(after.map(({ id }) => id))
  const toChange = (type: WebhookChange['type']) => (price: StoredPrice) => ({ type, subjectId: price.id, merchantId })
  return [
    ...after.filter(({ id }) => !old.has(id)).map(toChange(priceEvents.created)),
    ...after
      .filter((price) => old.has(price.id) && !isDeepStrictEqual(price, old.get(price.id)))
      .map(toChange(priceEvents.updated)),
    ...before.filter(({ id }) => !kept.has(id)).map(toChange(priceEvents.deleted)),
  ]
}

/** A price of another plan is answered like one that does not exist. */
function refuseForeign(prices: readonly PlanPriceInput[], stored: readonly StoredPrice[]) {
  const ids = prices.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size !== ids.length) throw refuse(planRefusals, 'PRICE_TWICE')
  if (ids.some((id) => !stored.some((price) => price.id === id))) throw refuse(planRefusals, 'PRICE')
}

import {
  merchantNotFound,
  type MerchantScope,
  type OneMerchant,
  scopeToMerchant,
} from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { changedFields } from '@quaff/platform/server/change-record'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import type { Locked } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { linesWithoutControls, withoutControls } from '@quaff/platform/shared/text'
import type { PlanChanges } from '../contract'
import { planRefusals } from '../refusals'
import { lockedRefusal, mergePlanFields, readPlanFields } from '../rules'
import { listKnownLocationIds, lockMerchantFacts, lockPlanRow, type StoredPlan, type StoredPrice } from './plan-store'

/** What a save makes of name and document; lists are kept without repetitions. */
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

/** Of control characters only, nothing would be left of it. */
function cleanName(text: string): string {
  const name = withoutControls(text).trim()
  if (name === '') throw refuse(planRefusals, 'NAME')
  return name
}

function cleanItems(items: readonly string[]): string[] {
  const cleaned = items.map((item) => withoutControls(item).trim()).filter((item) => item !== '')
  return [...new Set(cleaned)]
}

type Audited = Pick<StoredPlan, 'name' | 'fields'> & Partial<Pick<StoredPlan, 'active'>> & { prices?: StoredPrice[] }

/** The fields and prices that differ, for the audit entry. */
export const changedPlan = (before: Audited, after: Audited) => changedFields(flat(before), flat(after))

function flat({ fields, prices, ...rest }: Audited): Record<string, unknown> {
  return { ...fields, ...rest, ...(prices && { prices: prices.map(auditedPrice) }) }
}

/** Without the position: the order of the list says it. */
const auditedPrice = ({ id, amountMinor, currency, interval, intervalCount, active }: StoredPrice) => ({
  id,
  amountMinor,
  currency,
  interval,
  intervalCount,
  active,
})

/** Every location must be the merchant's. Those that the plan already names may stay, also when they are gone by now. */
export async function checkLocations(
  db: Queryable,
  scope: MerchantScope,
  wanted: readonly string[] | undefined,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = readPlanFields(fields).validLocationIds
  const added = (wanted ?? []).filter((id) => !before.includes(id))
  const known = await listKnownLocationIds(db, scope, added)
  if (added.some((id) => !known.includes(id))) throw refuse(planRefusals, 'LOCATION')
}

/** Begins every change: the merchant is in reach, and neither archived nor declined until the transaction ends. */
export async function openPlans(
  tx: Transaction,
  actor: UserActor,
  merchantId: string,
  strength: 'share' | 'update' = 'share',
): Promise<OneMerchant> {
  const scope = scopeToMerchant(actor, merchantId)
  const merchant = await lockMerchantFacts(tx, scope, strength)
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
export async function publishPlans(tx: Transaction, merchantId: string): Promise<void> {
  await publishLive(tx, { topic: 'merchant', subjectId: merchantId, merchantId })
}

import type { Transaction } from '@quaff/platform/server'
import type { UnmatchedReason } from '../contract'
import type { ProviderNames } from '../reading-contract'
import {
  findImportedPass,
  findPass,
  findPerson,
  findPlan,
  findPlanOfPrice,
  hasMerchant,
  type PassRow,
} from './placing-store'

export type Place = {
  id: string
  merchantId: string
  planId: string | null
  userId: string | null
  isErased: boolean
  /** Currencies of the plan's prices, in any order. Empty if there is nothing to compare with. */
  currencies: readonly string[]
}

export async function findLinkedPass(
  tx: Transaction,
  { providerSubscriptionId, subscriptionId }: { providerSubscriptionId: string; subscriptionId: string | null },
  names: ProviderNames,
): Promise<PassRow | undefined> {
  if (subscriptionId !== null) return findPass(tx, subscriptionId)
  const imported = await findImportedPass(tx, providerSubscriptionId)
  return findPass(tx, imported ?? names.subscriptionId ?? providerSubscriptionId)
}

/** Finds the user and plan of a subscription from the event's ids, or else from our row. */
export async function placePass(
  tx: Transaction,
  providerSubscriptionId: string,
  names: ProviderNames,
  row: PassRow | undefined,
): Promise<Place | UnmatchedReason> {
  const plan = await planOf(tx, names)
  if (plan === 'UNKNOWN_PLAN') return plan
  const merchantId = names.merchantId ?? plan?.merchantId ?? row?.merchantId
  if (merchantId === undefined || !(await hasMerchant(tx, merchantId))) return 'UNKNOWN_MERCHANT'
  if (plan && plan.merchantId !== merchantId) return 'UNKNOWN_PLAN'
  if (row && row.merchantId !== merchantId) return 'FOREIGN_MERCHANT'
  if (!plan && !row) return 'UNKNOWN_PLAN'
  const userId = names.userId ?? row?.userId ?? null
  const person = userId === null ? undefined : await findPerson(tx, userId)
  if (!person && (userId !== null || !row)) return 'UNKNOWN_PERSON'
  return {
    id: row?.id ?? names.subscriptionId ?? providerSubscriptionId,
    merchantId,
    planId: plan?.id ?? row?.planId ?? null,
    userId,
    isErased: person?.isErased ?? false,
    currencies: plan?.currencies ?? [],
  }
}

/** Prefers the price over the subscription's metadata, which stays outdated after a plan change at the provider. */
async function planOf(tx: Transaction, names: ProviderNames) {
  const byPrice = await findPlanOfPrice(tx, names.priceIds)
  if (byPrice) return byPrice
  const planId = names.pricePlanId ?? names.planId
  if (planId === null) return undefined
  return (await findPlan(tx, planId)) ?? 'UNKNOWN_PLAN'
}

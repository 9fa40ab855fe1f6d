import { and, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { importDocuments, importIds } from '@quaff/features/imports/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { planPrices, subscriptionPlans } from '@quaff/features/plans/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable, Transaction } from '@quaff/platform/server'

export type PassRow = typeof subscriptions.$inferSelect

export async function findPass(tx: Transaction, id: string) {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id))
  return row
}

/** Finds a subscription that was imported with the provider's id, even if the import linked it to another. */
export async function findImportedPass(tx: Transaction, providerSubscriptionId: string) {
  const [row] = await tx
    .select({ id: importDocuments.rowId })
    .from(importDocuments)
    .where(
      and(
        sql`kind = 'subscriptions'`,
        sql`${importDocuments.residue} ->> 'stripeSubscriptionId' = ${providerSubscriptionId}`,
      ),
    )
    .unionAll(
      tx
        .select({ id: importIds.rowId })
        .from(importIds)
        .where(and(eq(importIds.kind, 'subscriptions'), eq(importIds.providerId, providerSubscriptionId))),
    )
    .limit(1)
  return row?.id
}

export async function hasMerchant(tx: Queryable, id: string) {
  const rows = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, id))
  return rows.length > 0
}

export async function findPerson(tx: Queryable, id: string): Promise<{ isErased: boolean } | undefined> {
  const [row] = await tx.select({ erasedAt: users.erasedAt }).from(users).where(eq(users.id, id))
  return row && { isErased: row.erasedAt !== null }
}

const planColumns = {
  id: subscriptionPlans.id,
  merchantId: subscriptionPlans.merchantId,
  currencies: sql<string[]>`array(select distinct lower(p.currency) from ${planPrices} p
    where p.plan_id = "subscription_plans"."id")`,
}

export async function findPlan(tx: Queryable, id: string) {
  const [row] = await tx.select(planColumns).from(subscriptionPlans).where(eq(subscriptionPlans.id, id))
  return row
}

/** Finds the plan of a price whose id equals the provider's. */
export async function findPlanOfPrice(tx: Queryable, priceIds: readonly string[]) {
  if (priceIds.length === 0) return undefined
  const [row] = await tx
    .select(planColumns)
    .from(subscriptionPlans)
    .innerJoin(planPrices, eq(planPrices.planId, subscriptionPlans.id))
    .where(inArray(planPrices.id, [...priceIds]))
    .limit(1)
  return row
}

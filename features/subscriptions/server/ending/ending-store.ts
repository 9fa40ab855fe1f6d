import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import type { SubscriptionRow } from '../subscription-store'
import { subscriptions } from '../tables'

export type EndingPatch = Pick<
  SubscriptionRow,
  'status' | 'cancelAtPeriodEnd' | 'canceledBy' | 'cancelReason' | 'updatedAt'
>

export async function lockSubscription(
  tx: Transaction,
  scope: MerchantScope,
  subscriptionId: string,
): Promise<SubscriptionRow | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.id, subscriptionId)))
    .for('update')
  return row
}

export async function saveEnding(tx: Transaction, row: EndingPatch & { id: string }): Promise<void> {
  const { status, cancelAtPeriodEnd, canceledBy, cancelReason, updatedAt } = row
  await tx
    .update(subscriptions)
    .set({ status, cancelAtPeriodEnd, canceledBy, cancelReason, updatedAt })
    .where(eq(subscriptions.id, row.id))
}

/** Those whose scheduled end has come, of nobody else's hands; locked. */
export async function lockDue(tx: Transaction, now: Date, limit: number): Promise<SubscriptionRow[]> {
  return tx
    .select()
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.cancelAtPeriodEnd} and ${subscriptions.status} <> 'canceled'`,
        lte(subscriptions.currentPeriodEnd, now),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(limit)
    .for('update', { skipLocked: true })
}

export async function endAll(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ status: 'canceled', cancelAtPeriodEnd: false, updatedAt: at })
    .where(inArray(subscriptions.id, [...ids]))
}

import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { held, type Locked } from '@quaff/platform/server/transaction'
import type { SubscriptionRow } from '../../server/subscription-store'
import { subscriptions } from '../../server/tables'

export type EndingPatch = Pick<
  SubscriptionRow,
  'status' | 'cancelAtPeriodEnd' | 'canceledBy' | 'cancelReason' | 'updatedAt'
>

export async function lockSubscription(
  tx: Transaction,
  scope: MerchantScope,
  subscriptionId: string,
): Promise<Locked<SubscriptionRow> | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.id, subscriptionId)))
    .for('update')
  return row && held(row)
}

export async function saveEnding(tx: Transaction, { id }: Locked<SubscriptionRow>, patch: EndingPatch): Promise<void> {
  await tx.update(subscriptions).set(patch).where(eq(subscriptions.id, id))
}

/** Those whose scheduled end has come, of nobody else's hands; locked. */
export async function lockDue(tx: Transaction, now: Date, limit: number): Promise<Locked<SubscriptionRow>[]> {
  const rows = await tx
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
  return rows.map(held)
}

export async function endAll(tx: Transaction, due: readonly Locked<SubscriptionRow>[], at: Date): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ status: 'canceled', cancelAtPeriodEnd: false, updatedAt: at })
    .where(
      inArray(
        subscriptions.id,
        due.map(({ id }) => id),
      ),
    )
}

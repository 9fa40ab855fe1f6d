import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { held, type Locked } from '@quaff/platform/server/transaction'
import type { SubscriptionRow } from '../../server/subscription-store'
import { subscriptions } from '../../server/tables'
import { endsBy, isScheduled, scheduledEnd } from './scheduled-end-store'

export type EndingPatch = Pick<
  SubscriptionRow,
  'status' | 'cancelAtPeriodEnd' | 'cancelAt' | 'canceledBy' | 'cancelReason' | 'updatedAt'
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

/** Those whose scheduled end has come; locked, without rows that another transaction holds. */
export async function lockDue(
  tx: Transaction,
  { now, overdue, limit }: { now: Date; overdue: Date; limit: number },
): Promise<Locked<SubscriptionRow>[]> {
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(and(isScheduled, endsBy(now), or(isNotNull(subscriptions.canceledBy), endsBy(overdue))))
    .orderBy(asc(scheduledEnd))
    .limit(inText(limit))
    .for('update', { skipLocked: true })
  return rows.map(held)
}

import { and, eq, lte } from 'drizzle-orm'
import { scopeWhere } from '@quaff/features/sessions/server'
import type { Locked, Queryable, Transaction } from '@quaff/platform/server'
import type { StoredPayout } from '../../server/payouts-store'
import type { PayoutScope } from '../../server/reading/payout-scope'
import { payoutReminders, payouts } from '../../server/tables'
import { reminderLimits } from '../contract'

/** Returns false if the owners were reminded within a day. Two requests at the same time wait for each other. */
export async function takeReminder(
  tx: Transaction,
  { merchantId }: Locked<StoredPayout>,
  set: { remindedAt: Date; remindedBy: string },
) {
  const before = new Date(set.remindedAt.getTime() - reminderLimits.everyMs)
  const taken = await tx
    .insert(payoutReminders)
    .values({ merchantId, ...set })
    .onConflictDoUpdate({ target: payoutReminders.merchantId, set, setWhere: lte(payoutReminders.remindedAt, before) })
    .returning({ merchantId: payoutReminders.merchantId })
  return taken.length > 0
}

/** Returns when the owners of the payout's merchant were last reminded. */
export async function findRemindedAt(db: Queryable, { merchants }: PayoutScope, payoutId: string) {
  const [row] = await db
    .select({ remindedAt: payoutReminders.remindedAt })
    .from(payouts)
    .innerJoin(payoutReminders, eq(payoutReminders.merchantId, payouts.merchantId))
    .where(and(scopeWhere(merchants, payouts.merchantId), eq(payouts.id, payoutId)))
  return row?.remindedAt ?? null
}

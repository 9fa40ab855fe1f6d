import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import type { HoldReason } from '../../charges-contract'
import { chargeHolds } from '../../server/tables'

export type HoldKey = { subscriptionId: string; periodStart: Date; reason: HoldReason }
export type StoredHold = typeof chargeHolds.$inferSelect

/** Returns false if the charge already has a hold with this reason. An earlier decision stays. */
export async function holdCharge(
  tx: Transaction,
  { subscriptionId, periodStart, reason, merchantId, createdAt }: HoldKey & { merchantId: string; createdAt: Date },
): Promise<boolean> {
  const rows = await tx
    .insert(chargeHolds)
    .values({ subscriptionId, periodStart, reason, merchantId, createdAt })
    .onConflictDoNothing()
    .returning({ reason: chargeHolds.reason })
  return rows.length > 0
}

type Decision = { at: Date; by: string | null; pays: boolean }

/**
 * Decides an open hold: `pays` puts the charge into the next payout, else it is never paid. Returns undefined if it was
 * already decided.
 */
export async function decideHold(
  tx: Transaction,
  { subscriptionId, periodStart, reason }: HoldKey,
  { at, by, pays }: Decision,
): Promise<StoredHold | undefined> {
  const [row] = await tx
    .update(chargeHolds)
    .set({ ...(pays ? { releasedAt: at } : { withheldAt: at }), decidedBy: by })
    .where(
      and(
        eq(chargeHolds.subscriptionId, subscriptionId),
        eq(chargeHolds.periodStart, periodStart),
        eq(chargeHolds.reason, reason),
        isNull(chargeHolds.releasedAt),
        isNull(chargeHolds.withheldAt),
      ),
    )
    .returning()
  return row
}

/** Expects the query to name its charges `charge`. */
export const isNotHeld: SQL = sql`not exists (select from ${chargeHolds} hold
  where hold.subscription_id = charge.subscription_id and hold.period_start = charge.period_start
    and hold.released_at is null)`

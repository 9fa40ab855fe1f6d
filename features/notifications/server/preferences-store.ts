import { eq, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { notificationPreferences as preferences } from './tables'

export async function findPreferences(db: Queryable, userId: string) {
  const { dailyMail, seenAt, updatedAt } = preferences
  const [row] = await db
    .select({ dailyMail, seenAt, updatedAt })
    .from(preferences)
    .where(eq(preferences.userId, userId))
  return row
}

export async function saveDailyMail(tx: Transaction, userId: string, dailyMail: boolean, now: Date): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId, dailyMail, updatedAt: now })
    .onConflictDoUpdate({ target: preferences.userId, set: { dailyMail, updatedAt: now } })
}

export async function forgetPreferences(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(preferences).where(eq(preferences.userId, userId))
}

/** Never moves back: with two open windows the later time counts. */
export async function saveSeen(tx: Transaction, userId: string, seenAt: Date, now: Date): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId, seenAt, updatedAt: now })
    .onConflictDoUpdate({
      target: preferences.userId,
      set: { seenAt: sql`greatest(${preferences.seenAt}, excluded.seen_at)` },
    })
}

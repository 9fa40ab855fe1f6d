import { eq, sql, and, asc, isNull, lt, or, type SQL } from 'drizzle-orm'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { secondFactors } from '@quaff/features/sign-in/tables'
import type { Queryable, Transaction } from '@quaff/platform/server'
import { notificationPreferences as preferences } from './tables'

export async function findPreferences(db: Queryable, userId: string) {
  const { dailyMail, seenAt, updatedAt } = preferences
  const [row] = await db
    .select({ dailyMail, seenAt, updatedAt })
    .from(preferences)
    .where(eq(preferences.userId, userId))
  return row
}

export async function saveDailyMail(tx: Transaction, userId: string, dailyMail: boolean, now: Date) {
  await tx
    .insert(preferences)
    .values({ userId, dailyMail, updatedAt: now })
    .onConflictDoUpdate({ target: preferences.userId, set: { dailyMail, updatedAt: now } })
}

export async function forgetPreferences(tx: Transaction, userId: string) {
  await tx.delete(preferences).where(eq(preferences.userId, userId))
}

/** Never moves back: with two open windows the later time counts. */
export async function saveSeen(tx: Transaction, userId: string, seenAt: Date, now: Date) {
  await tx
    .insert(preferences)
    .values({ userId, seenAt, updatedAt: now })
    .onConflictDoUpdate({
      target: preferences.userId,
      set: { seenAt: sql`greatest(${preferences.seenAt}, excluded.seen_at)` },
    })
}

/** At most one email per person and day. `today` is the start of the day in the platform's time zone. */
const isDue = (today: Date) =>
  and(eq(preferences.dailyMail, true), or(isNull(preferences.lastDailyMailAt), lt(preferences.lastDailyMailAt, today)))

function selectReaders(db: Queryable, condition: SQL | undefined) {
  return db
    .select({
      userId: users.id,
      email: users.email,
      claims: users.claims,
      adminRecordRole: adminRecords.role,
      hasSecondFactor: sql<boolean>`exists (
        select 1 from ${secondFactors}
        where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null)`,
    })
    .from(preferences)
    .innerJoin(users, eq(users.id, preferences.userId))
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(and(condition, eq(users.status, 'active'), eq(users.emailIsPlaceholder, false), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
}
export type Reader = Awaited<ReturnType<typeof selectReaders>>[number]

/** People who want the email and did not get today's. The caller checks their role. */
export function listDueReaders(db: Queryable, today: Date) {
  return selectReaders(db, isDue(today))
}

export async function findReader(db: Queryable, userId: string) {
  const [reader] = await selectReaders(db, eq(preferences.userId, userId))
  return reader
}

/** Returns true once per day, also for concurrent callers. */
export async function claimDailyMail(tx: Transaction, userId: string, at: { now: Date; today: Date }) {
  const claimed = await tx
    .update(preferences)
    .set({ lastDailyMailAt: at.now })
    .where(and(eq(preferences.userId, userId), isDue(at.today)))
    .returning({ userId: preferences.userId })
  return claimed.length > 0
}

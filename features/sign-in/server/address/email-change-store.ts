import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/users/tables'
import type { Database, Queryable, Transaction } from '@quaff/platform/server/context'
import { emailChanges } from '../tables'

type NewEmailChange = Omit<typeof emailChanges.$inferInsert, 'attempts' | 'usedAt'>

/** A new request replaces the older ones: tries are not gathered over several. */
export async function replaceEmailChange(tx: Transaction, row: NewEmailChange): Promise<void> {
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, row.userId), isNull(emailChanges.usedAt)))
  await tx.insert(emailChanges).values(row)
}

/** Counts one try before the code is compared, so that parallel guesses are counted too; null without tries left. */
export async function takeEmailChangeTry(db: Database, query: { userId: string; tries: number; now: Date }) {
  const open = db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(eq(emailChanges.userId, query.userId), isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, query.now)),
    )
    .orderBy(desc(emailChanges.createdAt))
    .limit(1)
  const [row] = await db
    .update(emailChanges)
    .set({ attempts: sql`${emailChanges.attempts} + 1` })
    .where(and(eq(emailChanges.id, sql`(${open})`), lt(emailChanges.attempts, query.tries)))
    .returning({ id: emailChanges.id, newEmail: emailChanges.newEmail, codeHash: emailChanges.codeHash })
  return row ?? null
}

export async function consumeEmailChange(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(emailChanges)
    .set({ usedAt: now })
    .where(and(eq(emailChanges.id, id), isNull(emailChanges.usedAt), gt(emailChanges.expiresAt, now)))
    .returning({ id: emailChanges.id })
  return used.length > 0
}

export async function isEmailTaken(db: Queryable, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
  return rows.length > 0
}

/**
 * False when somebody else has the address by now. The check is part of the statement; of two changes at the same moment
 * the unique index lets one through.
 */
export async function saveEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({
      email,
      emailVerified: true,
      emailIsPlaceholder: false,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.id, userId), sql`not exists (select 1 from ${users} other where other.email = ${email})`))
    .returning({ id: users.id })
  return changed.length > 0
}

import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '@quaff/platform/server/context'
import { emailChanges } from '../../server/tables'

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

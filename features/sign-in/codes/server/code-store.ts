import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '@quaff/platform/server/context'
import { emailCodes, type CodePurpose } from '../../server/tables'

export type NewCode = {
  id: string
  userId: string
  purpose: CodePurpose
  codeHash: string
  now: Date
  lifetimeMs: number
}

/** A new code replaces the older ones: tries are not gathered over several. */
export async function replaceCode(
  tx: Transaction,
  { id, userId, purpose, codeHash, now, lifetimeMs }: NewCode,
): Promise<void> {
  await tx
    .delete(emailCodes)
    .where(and(eq(emailCodes.userId, userId), eq(emailCodes.purpose, purpose), isNull(emailCodes.usedAt)))
  await tx
    .insert(emailCodes)
    .values({ id, userId, purpose, codeHash, createdAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) })
}

export type CodeQuery = { userId: string; purpose: CodePurpose; tries: number; now: Date }

/** Counts one try before the code is compared, so that parallel guesses are counted too; null without tries left. */
export async function takeCodeTry(db: Database, query: CodeQuery) {
  const open = db
    .select({ id: emailCodes.id })
    .from(emailCodes)
    .where(
      and(
        eq(emailCodes.userId, query.userId),
        eq(emailCodes.purpose, query.purpose),
        isNull(emailCodes.usedAt),
        gt(emailCodes.expiresAt, query.now),
      ),
    )
    .orderBy(desc(emailCodes.createdAt))
    .limit(1)
  const [row] = await db
    .update(emailCodes)
    .set({ attempts: sql`${emailCodes.attempts} + 1` })
    .where(and(eq(emailCodes.id, sql`(${open})`), lt(emailCodes.attempts, query.tries)))
    .returning({ id: emailCodes.id, codeHash: emailCodes.codeHash })
  return row ?? null
}

export async function consumeCode(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(emailCodes)
    .set({ usedAt: now })
    .where(and(eq(emailCodes.id, id), isNull(emailCodes.usedAt), gt(emailCodes.expiresAt, now)))
    .returning({ id: emailCodes.id })
  return used.length > 0
}

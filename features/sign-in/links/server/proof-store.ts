import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { emailChanges, emailCodes, signInLinks } from '../../server/tables'

/** Used ones stay as a trace. */
export async function deleteOpenProofs(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(signInLinks).where(and(eq(signInLinks.userId, userId), isNull(signInLinks.usedAt)))
  await tx.delete(emailCodes).where(and(eq(emailCodes.userId, userId), isNull(emailCodes.usedAt)))
  await tx.delete(emailChanges).where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt)))
}

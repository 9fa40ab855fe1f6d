import { and, arrayContains, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server'
import { secondFactors } from '../../server/tables'

type StoredFactor = typeof secondFactors.$inferSelect

export async function findFactor(db: Queryable, userId: string) {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId))
  return row ?? null
}

const isConfirmed = (userId: string) => and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))

export async function hasConfirmedFactor(db: Queryable, userId: string) {
  const rows = await db.select({ userId: secondFactors.userId }).from(secondFactors).where(isConfirmed(userId))
  return rows.length > 0
}

type NewFactor = Pick<StoredFactor, 'userId' | 'secretEncrypted' | 'keyId' | 'createdAt'>

/** Replaces a key that was never confirmed; false when one is confirmed. */
export async function putPendingFactor(tx: Transaction, factor: NewFactor) {
  const { secretEncrypted, keyId, createdAt } = factor
  const put = await tx
    .insert(secondFactors)
    .values(factor)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secretEncrypted, keyId, createdAt, lastUsedStep: null, recoveryHashes: [] },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ userId: secondFactors.userId })
  return put.length > 0
}

export type Confirmation = { secretEncrypted: string; now: Date; step: number; recoveryHashes: string[] }

/** False when the key is confirmed already, or was replaced since the code was checked. */
export async function confirmFactor(tx: Transaction, userId: string, given: Confirmation) {
  const confirmed = await tx
    .update(secondFactors)
    .set({ confirmedAt: given.now, lastUsedStep: given.step, recoveryHashes: given.recoveryHashes })
    .where(
      and(
        eq(secondFactors.userId, userId),
        eq(secondFactors.secretEncrypted, given.secretEncrypted),
        isNull(secondFactors.confirmedAt),
      ),
    )
    .returning({ userId: secondFactors.userId })
  return confirmed.length > 0
}

/** The one conditional update that makes a code single use. */
export async function takeStep(tx: Transaction, userId: string, step: number) {
  const isUnused = or(isNull(secondFactors.lastUsedStep), lt(secondFactors.lastUsedStep, step))
  const taken = await tx
    .update(secondFactors)
    .set({ lastUsedStep: step })
    .where(and(isConfirmed(userId), isUnused))
    .returning({ userId: secondFactors.userId })
  return taken.length > 0
}

/** Consumes a recovery code and returns how many are left; null if it was unknown or used. */
export async function takeRecoveryHash(tx: Transaction, userId: string, hash: string) {
  const [row] = await tx
    .update(secondFactors)
    .set({ recoveryHashes: sql`array_remove(${secondFactors.recoveryHashes}, ${hash})` })
    .where(and(isConfirmed(userId), arrayContains(secondFactors.recoveryHashes, [hash])))
    .returning({ recoveryHashes: secondFactors.recoveryHashes })
  return row?.recoveryHashes.length ?? null
}

export async function replaceRecoveryHashes(tx: Transaction, userId: string, recoveryHashes: string[]) {
  await tx.update(secondFactors).set({ recoveryHashes }).where(isConfirmed(userId))
}

export async function deleteFactor(tx: Transaction, userId: string) {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
}

/** Includes the recovery codes. Returns false without a confirmed app. */
export async function removeFactor(tx: Transaction, userId: string) {
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return removed.some(({ confirmedAt }) => confirmedAt !== null)
}

export type SealedSecret = Pick<StoredFactor, 'userId' | 'secretEncrypted' | 'keyId'>

import { and, eq } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { saveUser } from './account-store'
import { pendingInvitations, userMerchants, users } from './tables'

export type NewAccount = typeof users.$inferInsert

/** False when the address is taken: also when somebody took it a moment ago. */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<boolean> {
  const inserted = await tx
    .insert(users)
    .values(account)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return inserted.length > 0
}

export async function assignMerchants(tx: Transaction, userId: string, merchantIds: readonly string[]): Promise<void> {
  if (merchantIds.length === 0) return
  await tx.insert(userMerchants).values(merchantIds.map((merchantId, position) => ({ userId, merchantId, position })))
}

export async function linkApplication(tx: Transaction, userId: string, applicationId: string): Promise<void> {
  await tx.update(users).set({ applicationId }).where(eq(users.id, userId))
}

export type Invitation = {
  userId: string
  role: string
  merchantIds: string[]
  invitedBy: string | null
  createdAt: Date
}

/** A person has one invitation: a repeated one takes the place of the first. */
export async function saveInvitation(tx: Transaction, invitation: Invitation): Promise<void> {
  const fresh = { ...invitation, requiresPasswordSetup: true, used: false, usedAt: null }
  await tx
    .insert(pendingInvitations)
    .values(fresh)
    .onConflictDoUpdate({ target: pendingInvitations.userId, set: fresh })
}

/** Locks the person, so that an acceptance under way is either over or waits. */
export async function lockPendingUser(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'pending')))
    .for('update')
  return row !== undefined
}

/** Of somebody who is locked already. False when the address is taken: also when somebody takes it this moment. */
export async function moveToEmail(tx: Transaction, userId: string, email: string, now: Date): Promise<boolean> {
  try {
    await tx.transaction((savepoint) => saveUser(savepoint, userId, { email, emailIsPlaceholder: false }, now))
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

const uniqueViolation = '23505'

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === uniqueViolation) || isTaken(error.cause)
}

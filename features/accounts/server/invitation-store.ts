import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { pendingInvitations } from './tables'

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

/** Undoes `removeFromInvitation`. */
export async function addToInvitation(tx: Transaction, userId: string, merchantId: string): Promise<void> {
  await tx
    .update(pendingInvitations)
    .set({
      merchantIds: sql`array_append(array_remove(${pendingInvitations.merchantIds}, ${merchantId}), ${merchantId})`,
    })
    .where(and(eq(pendingInvitations.userId, userId), eq(pendingInvitations.used, false)))
}

/** An open invitation gives the merchants that stand in it, whatever the person has. */
export async function removeFromInvitation(tx: Transaction, userId: string, merchantId: string): Promise<void> {
  await tx
    .update(pendingInvitations)
    .set({ merchantIds: sql`array_remove(${pendingInvitations.merchantIds}, ${merchantId})` })
    .where(and(eq(pendingInvitations.userId, userId), eq(pendingInvitations.used, false)))
}

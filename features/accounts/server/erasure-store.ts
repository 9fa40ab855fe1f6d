import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { saveRole } from './rights-store'
import { pendingInvitations, users } from './tables'

/** Takes out of the rows of this feature whatever says who it was. The id, the dates and the figures stay. */
export async function blankAccount(
  tx: Transaction,
  userId: string,
  { placeholder, now }: { placeholder: string; now: Date },
): Promise<void> {
  await saveRole(tx, userId, { role: 'customer', merchantIds: [], keepsApplication: false }, now)
  await tx.delete(pendingInvitations).where(eq(pendingInvitations.userId, userId))
  await tx
    .update(users)
    .set({
      email: placeholder,
      emailIsPlaceholder: true,
      emailVerified: false,
      displayName: null,
      photoUrl: null,
      phoneNumber: null,
      metadata: {},
      passwordHash: null,
      rejectionReason: null,
      lastActiveAt: null,
      status: 'suspended',
      statusUpdatedAt: now,
      updatedAt: now,
      erasedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId))
}

import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { saveUser } from './account-store'
import { replaceMemberships } from './membership-store'
import { adminRecords, pendingInvitations, userMerchants, users } from './tables'

/** Role and merchants as our own verbs keep them: claims and legacy flags go (G10). */
export async function saveRole(
  tx: Transaction,
  userId: string,
  rights: { role: string; merchantIds: readonly string[]; keepsApplication: boolean },
  now: Date,
): Promise<void> {
  const { role, merchantIds, keepsApplication } = rights
  const application = keepsApplication ? {} : { applicationId: null }
  await saveUser(tx, userId, { role, claims: {}, ...application }, now)
  await replaceMemberships(tx, userId, merchantIds)
  if (role === 'customer') {
    await tx.delete(adminRecords).where(eq(adminRecords.userId, userId))
    return
  }
  await tx
    .insert(adminRecords)
    .values({ userId, role, updatedAt: now })
    .onConflictDoUpdate({
      target: adminRecords.userId,
      set: { role, updatedAt: now, version: sql`${adminRecords.version} + 1` },
    })
}

export type Activation = {
  displayName?: string
  passwordHash: string | null
  role: string
  merchantIds: readonly string[]
}

/** `pending` → `active`; false when the account is no longer pending. Claims and an older password do not survive. */
export async function saveActivation(
  tx: Transaction,
  userId: string,
  activation: Activation,
  now: Date,
): Promise<boolean> {
  const { displayName, passwordHash, role, merchantIds } = activation
  const activated = await tx
    .update(users)
    .set({
      status: 'active',
      emailVerified: true,
      passwordHash,
      role,
      claims: {},
      ...(displayName === undefined ? {} : { displayName }),
      lastActiveAt: now,
      statusUpdatedAt: now,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.id, userId), eq(users.status, 'pending')))
    .returning({ id: users.id })
  if (activated.length === 0) return false
  await saveRights(tx, userId, { role, merchantIds }, now)
  await tx.update(pendingInvitations).set({ used: true, usedAt: now }).where(eq(pendingInvitations.userId, userId))
  return true
}

async function saveRights(
  tx: Transaction,
  userId: string,
  rights: { role: string; merchantIds: readonly string[] },
  now: Date,
) {
  await tx.delete(userMerchants).where(eq(userMerchants.userId, userId))
  const ids = [...new Set(rights.merchantIds)]
  if (ids.length > 0) {
    await tx.insert(userMerchants).values(ids.map((merchantId, position) => ({ userId, merchantId, position })))
  }
  await tx
    .insert(adminRecords)
    .values({ userId, role: rights.role, updatedAt: now })
    .onConflictDoUpdate({
      target: adminRecords.userId,
      set: { role: rights.role, updatedAt: now, version: sql`${adminRecords.version} + 1` },
    })
}

import { and, eq, sql, type SQL } from 'drizzle-orm'
import { adminRecords, pendingInvitations, userMerchants, users } from '@quaff/features/users/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'

/**
 * Sign-in writes the credential and status columns of a user and the invitation that it consumes: the users feature
 * sends invitations through sign-in, so the dependency cannot run the other way.
 */
function selectAccount(db: Queryable, condition: SQL) {
  return db
    .select({
      id: users.id,
      email: users.email,
      emailIsPlaceholder: users.emailIsPlaceholder,
      displayName: users.displayName,
      status: users.status,
      claims: users.claims,
      passwordHash: users.passwordHash,
      adminRecordRole: adminRecords.role,
      merchantIds: sql<string[]>`array(
        select ${userMerchants.merchantId} from ${userMerchants}
        where ${userMerchants.userId} = ${users.id} order by ${userMerchants.position}, ${userMerchants.merchantId}
      )`,
      invitation: {
        role: pendingInvitations.role,
        merchantIds: pendingInvitations.merchantIds,
        used: pendingInvitations.used,
        requiresPasswordSetup: pendingInvitations.requiresPasswordSetup,
      },
    })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .leftJoin(pendingInvitations, eq(pendingInvitations.userId, users.id))
    .where(condition)
}

export async function findAccountByEmail(db: Queryable, email: string) {
  const [row] = await selectAccount(db, eq(users.email, email)).limit(1)
  return row ?? null
}

export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).limit(1)
  return row?.passwordHash ?? null
}

/** Locks the user's row until the end of the transaction. */
export async function findAccountForUpdate(tx: Transaction, userId: string) {
  const [row] = await selectAccount(tx, eq(users.id, userId)).for('update', { of: users })
  return row ?? null
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>

export async function savePasswordHash(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId))
}

/** Refuses to overwrite a password that changed since it was checked. */
export async function replacePasswordHash(
  tx: Transaction,
  userId: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)))
    .returning({ id: users.id })
  return changed.length > 0
}

export async function markLastActive(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.update(users).set({ lastActiveAt: now, emailVerified: true }).where(eq(users.id, userId))
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

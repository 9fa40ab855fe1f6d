import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { adminRecords, pendingInvitations, userMerchants, users } from './tables'
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

/** By every way of signing in, and by whatever is done afterwards. */
export async function saveLastActive(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId))
}

export type ProfileChange = { displayName: string | null; phoneNumber: string | null; updatedAt: Date }

/** Returns what the row held before; undefined when the person is gone, or was erased while they saved. */
export async function saveProfile(tx: Transaction, userId: string, change: ProfileChange) {
  const [before] = await tx
    .select({ displayName: users.displayName, phoneNumber: users.phoneNumber })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('update')
  if (!before) return undefined
  await tx
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
  return before
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

export type UserPatch = Partial<
  Pick<
    typeof users.$inferInsert,
    'role' | 'claims' | 'applicationId' | 'status' | 'rejectionReason' | 'email' | 'emailIsPlaceholder'
  >
>

/** Bumps the version; `statusUpdatedAt` follows a change of status by itself. */
export async function saveUser(tx: Transaction, userId: string, patch: UserPatch, now: Date): Promise<void> {
  const moved = patch.status === undefined ? {} : { statusUpdatedAt: now }
  await tx
    .update(users)
    .set({ ...patch, ...moved, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Sessions, links, codes, invitation, memberships and activity go with the row. */
export async function deleteAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId))
}

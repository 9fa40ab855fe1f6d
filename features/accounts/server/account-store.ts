import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import {
  compactCounts,
  nameOrEmail,
  pick,
  type Queryable,
  type Services,
  type Transaction,
} from '@quaff/platform/server'
import type { CsvDialect } from '@quaff/platform/shared/csv-format'
import { saveRole } from './rights-store'
import { adminRecords, pendingInvitations, userCounts, userMerchants, users } from './tables'

function selectAccount(db: Queryable, condition: SQL) {
  return db
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'displayName', 'status', 'claims', 'passwordHash'),
      ...pick(users, 'applicationId', 'erasedAt'),
      adminRecordRole: adminRecords.role,
      merchantIds: sql<string[]>`array(
        select ${userMerchants.merchantId} from ${userMerchants}
        where ${userMerchants.userId} = ${users.id} order by ${userMerchants.position}, ${userMerchants.merchantId}
      )`,
      invitation: pick(pendingInvitations, 'role', 'merchantIds', 'used', 'requiresPasswordSetup'),
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

/**
 * Locks the person, with everything that belongs to them, until the transaction ends. A separate statement, so that
 * later reads see what was written during the wait.
 */
export async function lockAccount(tx: Transaction, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

export async function findAccountForUpdate(tx: Transaction, userId: string) {
  await lockAccount(tx, userId)
  const [row] = await selectAccount(tx, eq(users.id, userId))
  return row ?? null
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>

/** Locks the person, so that an acceptance under way is either over or waits. */
export async function lockPendingUser(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, 'pending')))
    .for('update')
  return row !== undefined
}

type NewAccount = typeof users.$inferInsert

/** Returns false if the address is taken, also by a concurrent insert. */
export async function insertAccount(tx: Transaction, account: NewAccount) {
  const inserted = await tx
    .insert(users)
    .values(account)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  return inserted.length > 0
}

type UserPatch = Partial<
  Pick<
    typeof users.$inferInsert,
    'role' | 'claims' | 'applicationId' | 'status' | 'rejectionReason' | 'email' | 'emailIsPlaceholder'
  >
>

/** Bumps the version; `statusUpdatedAt` follows a change of status by itself. */
export async function saveUser(tx: Transaction, userId: string, patch: UserPatch, now: Date) {
  const moved = patch.status === undefined ? {} : { statusUpdatedAt: now }
  await tx
    .update(users)
    .set({ ...patch, ...moved, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

type ProfileChange = { displayName: string | null; phoneNumber: string | null; updatedAt: Date }

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

export async function linkApplication(tx: Transaction, userId: string, applicationId: string) {
  await tx.update(users).set({ applicationId }).where(eq(users.id, userId))
}

/** Through an application a person works on its merchant without any membership. */
export async function unlinkApplication(
  tx: Transaction,
  { userId, applicationId }: { userId: string; applicationId: string },
  now: Date,
) {
  await tx
    .update(users)
    .set({ applicationId: null, updatedAt: now, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), eq(users.applicationId, applicationId)))
}

/** A preference, not a version of the record. */
export async function saveCsvDialect(tx: Transaction, userId: string, csvDialect: CsvDialect) {
  await tx.update(users).set({ csvDialect }).where(eq(users.id, userId))
}

/** Called by every sign-in method and by later actions. */
export async function saveLastActive(db: Queryable, userId: string, now: Date) {
  await db.update(users).set({ lastActiveAt: now }).where(eq(users.id, userId))
}

/** Sessions, links, codes, invitation, memberships and activity go with the row. */
export async function deleteAccount(tx: Transaction, userId: string) {
  await tx.delete(users).where(eq(users.id, userId))
}

/** Names of staff by id; the address if there is no name. */
export async function listStaffNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: nameOrEmail<string>(users.displayName, users.email) })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Removes personal data from this feature's rows of a user. The id, dates and figures remain. */
export async function blankAccount(
  tx: Transaction,
  userId: string,
  { placeholder, now }: { placeholder: string; now: Date },
) {
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
      csvDialect: null,
      status: 'suspended',
      statusUpdatedAt: now,
      updatedAt: now,
      erasedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, userId))
}

/** Merges counter rows into one per role and status. */
export async function compactUserCounts({ db }: Pick<Services, 'db'>) {
  await compactCounts(db, { table: userCounts, keys: ['role', 'status'], sums: ['count'] })
}

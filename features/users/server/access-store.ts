import { and, count, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { lockAccount } from '@quaff/features/accounts/server'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { adminRole } from '@quaff/platform/shared/product'
import { effectiveRole } from './effective-role-store'
import { usersInScope } from './user-filter-store'

const administrationLock = sql`select pg_advisory_xact_lock(hashtext('administrators'))`

/**
 * Who takes rights away from administrators goes one after the other, whomever it is about: row locks alone would let
 * two of them demote each other. Always taken before any row.
 */
export async function lockAdministration(tx: Transaction): Promise<void> {
  await tx.execute(administrationLock)
}

/** Nobody else changes the person until the transaction ends; undefined outside of `scope`. */
export async function lockUser(tx: Transaction, scope: MerchantScope, userId: string) {
  await lockAccount(tx, userId)
  const [row] = await tx
    .select({
      ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'role'),
      effectiveRole,
      ...pick(users, 'status', 'claims', 'applicationId', 'erasedAt', 'updatedAt', 'version'),
    })
    .from(users)
    .where(and(usersInScope(scope), eq(users.id, userId)))
  return row
}
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export type AccessFacts = {
  id: string
  version: number
  isActiveAdministrator: boolean
  ownsMerchant: boolean
  merchantCount: number
  hasApplication: boolean
}

/** Columns of a query of people: the facts that decide what can be done to each. */
export function accessColumns(db: Queryable, scope: MerchantScope) {
  // Asked as `exists` the database reads all owners for each page; with a limit it looks this one up.
  const owned = db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.ownerId, users.id), scopeWhere(scope, merchants.id)))
    .limit(1)
  const memberships = db.select({ count: count() }).from(userMerchants).where(eq(userMerchants.userId, users.id))
  return {
    id: users.id,
    version: users.version,
    isActiveAdministrator: sql<boolean>`coalesce(${isActiveAdministrator}, false)`,
    ownsMerchant: sql<boolean>`${owned} is not null`,
    merchantCount: sql<number>`${memberships}`.mapWith(Number),
    hasApplication: sql<boolean>`${users.applicationId} is not null`,
  }
}

export async function findAccessFacts(
  db: Queryable,
  scope: MerchantScope,
  userId: string,
): Promise<AccessFacts | undefined> {
  const [facts] = await db.select(accessColumns(db, scope)).from(users).where(eq(users.id, userId))
  return facts
}

const isActiveAdministrator = sql`(${users.status} = 'active' and ${effectiveRole} = ${adminRole})`

/** Whether somebody but `userId` is an active administrator. */
export async function hasOtherAdministrator(db: Queryable, userId: string): Promise<boolean> {
  const another = and(ne(users.id, userId), isActiveAdministrator)
  // The short way first: only imported people without a record need the search through everybody.
  return (
    (await isAnybody(
      db,
      and(
        another,
        inArray(
          users.id,
          db.select({ id: adminRecords.userId }).from(adminRecords).where(eq(adminRecords.role, adminRole)),
        ),
      ),
    )) || isAnybody(db, another)
  )
}

async function isAnybody(db: Queryable, condition: SQL | undefined): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(condition).limit(1)
  return row !== undefined
}

/** Those that the person is the owner on record of, by name. */
export async function listOwnedMerchants(
  db: Queryable,
  scope: MerchantScope,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(eq(merchants.ownerId, userId), scopeWhere(scope, merchants.id)))
    .orderBy(merchants.name, merchants.id)
}

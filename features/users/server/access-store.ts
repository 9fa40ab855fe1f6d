import { and, count, desc, eq, gt, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { lockAccount } from '@quaff/features/accounts/server'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { type MerchantScope, type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { adminFlag, adminRole, inText, pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { usersInScope } from './user-filter-store'

const administrationLock = sql`select pg_advisory_xact_lock(hashtext('administrators'))`

/**
 * Serializes changes that remove administrators' rights: with row locks alone, two could demote each other. Always
 * locked before any row.
 */
export async function lockAdministration(tx: Transaction) {
  await tx.execute(administrationLock)
}

/** Locks the user until the transaction ends; undefined outside of `scope`. */
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

export type AccessContext = {
  id: string
  version: number
  isActiveAdministrator: boolean
  ownsMerchant: boolean
  merchantCount: number
  hasApplication: boolean
}

/** Columns of a query of people: the facts that decide what can be done to each. */
export function accessColumns(db: Queryable, scope: MerchantScope) {
  // PostgreSQL would read all owners for each page with `exists`; with a limit it looks up this one.
  const owned = db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.ownerId, users.id), scopeWhere(scope, merchants.id)))
    .limit(inText(1))
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

export async function findAccessContext(db: Queryable, scope: MerchantScope, userId: string) {
  const [details] = await db.select(accessColumns(db, scope)).from(users).where(eq(users.id, userId))
  return details
}

/** Part of the SQL text: with a value PostgreSQL would plan the lists again on each call. */
const administrator = sql.raw(`'${adminRole}'`)

/** Spec §5, `resolveRole` as SQL: claims, then legacy flags, then the admin record; a test holds the two together. */
export const effectiveRole = sql<string | null>`coalesce(
  nullif(${users.claims} ->> 'role', ''),
  case when ${users.claims} -> 'admin' = 'true' or ${users.claims} -> ${administrator} = 'true'
    or ${users.claims} -> ${sql.raw(`'${adminFlag}'`)} = 'true' then ${administrator} end,
  (select nullif(${adminRecords.role}, '') from ${adminRecords} where ${adminRecords.userId} = ${users.id}))`

const isActiveAdministrator = sql`(${users.status} = 'active' and ${effectiveRole} = ${administrator})`

/** Returns true if there is another active administrator. */
export async function hasOtherAdministrator(db: Queryable, userId: string) {
  const another = and(ne(users.id, userId), isActiveAdministrator)
  // The cheap query runs first. Only imported users without a record need a search of all users.
  return (
    (await isAnybody(
      db,
      and(
        another,
        inArray(
          users.id,
          db.select({ id: adminRecords.userId }).from(adminRecords).where(eq(adminRecords.role, administrator)),
        ),
      ),
    )) || isAnybody(db, another)
  )
}

async function isAnybody(db: Queryable, condition: SQL | undefined) {
  const [row] = await db.select({ id: users.id }).from(users).where(condition).limit(inText(1))
  return row !== undefined
}

/** Merchants owned on record, by name. */
export async function listOwnedMerchants(db: Queryable, scope: MerchantScope, userId: string) {
  return db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(eq(merchants.ownerId, userId), scopeWhere(scope, merchants.id)))
    .orderBy(merchants.name, merchants.id)
}

/**
 * Administrators by an imported document only, which their own browser may have written. They are not counted as
 * administrators.
 */
export const isAdministratorByDocument = sql<boolean>`(${users.role} = ${administrator} and ${users.status} = 'active'
  and ${effectiveRole} is null)`

/** Returns true if the merchant has another active owner, by membership or on record. */
export async function hasOtherOwner(tx: Transaction, merchant: OneMerchant, userId: string) {
  const worksThere = sql`${users.id} in (
    select ${userMerchants.userId} from ${userMerchants} where ${userMerchants.merchantId} = ${merchant.id}
    union select ${merchants.ownerId} from ${merchants} where ${merchants.id} = ${merchant.id})`
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(worksThere, ne(users.id, userId), eq(users.status, 'active'), sql`${effectiveRole} = 'merchant_owner'`))
    .limit(inText(1))
  return row !== undefined
}

/** The last removal of the person from the merchant since then, or what was done about it. */
export async function findRemoval(
  tx: Transaction,
  merchant: OneMerchant,
  { userId, since }: { userId: string; since: Date },
) {
  const { action, adminUserId, before, targetType, targetId, occurredAt } = adminAuditLogs
  const [row] = await tx
    .select({ action, adminUserId, before })
    .from(adminAuditLogs)
    .where(
      and(
        eq(targetType, 'user'),
        eq(targetId, userId),
        gt(occurredAt, since),
        inArray(action, ['remove_from_merchant', 'restore_to_merchant']),
        scopeWhere(merchant, adminAuditLogs.merchantId),
      ),
    )
    .orderBy(desc(occurredAt), desc(adminAuditLogs.sequence))
    .limit(inText(1))
  return row
}

import { and, count, eq, gte, inArray, sql } from 'drizzle-orm'
import { walkNames } from '@quaff/features/accounts/server'
import {
  foldedName,
  pendingInvitations,
  userCounts,
  userMerchants,
  users,
  userSearch,
} from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { passkeys, secondFactors, singleSignOnLinks } from '@quaff/features/sign-in/tables'
import {
  adminRole,
  countFound,
  inText,
  isOneOf,
  foundPage,
  sizeOf,
  keyset,
  one,
  pageLimits,
  pick,
  preparedRead,
  type Queryable,
  sharedRead,
  type SortKey,
  type SortOrder,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import type { UserFilter, UserSort } from '../contract'
import { rolesMatching, shownRole, statusesMatching, type UserGroup, userTab } from '../rules'
import { accessColumns, effectiveRole, isAdministratorByDocument } from './access-store'
import { searchUsers, usersInScope, usersWhere } from './user-filter-store'

/** Never active counts as the epoch (G29). */
const sortKeys = {
  created: { kind: 'instant', expression: sql`${users.createdAt}`, indexed: 'descending' },
  name: { kind: 'text', expression: foldedName(users) },
  lastActive: { kind: 'instant', expression: sql`coalesce(${users.lastActiveAt}, 'epoch'::timestamptz)` },
} as const satisfies Record<UserSort, SortKey>

type AssignedMerchant = { id: string; name: string | null }

/** Their merchants, of those in `scope` only, as one value of the person's row. */
function assignedColumn(db: Queryable, scope: MerchantScope) {
  const assigned = db
    .select({
      all: sql`json_agg(json_build_object('id', ${userMerchants.merchantId}, 'name', ${merchants.name})
        order by ${userMerchants.position}, ${userMerchants.merchantId})`,
    })
    .from(userMerchants)
    .leftJoin(merchants, eq(merchants.id, userMerchants.merchantId))
    .where(and(scopeWhere(scope, userMerchants.merchantId), eq(userMerchants.userId, users.id)))
  return sql<AssignedMerchant[]>`coalesce((${assigned}), '[]')`
}

const shown = {
  ...pick(users, 'id', 'email', 'emailIsPlaceholder', 'displayName', 'photoUrl', 'role'),
  ...pick(users, 'status', 'createdAt', 'lastActiveAt', 'subscriptionCount', 'erasedAt'),
}
const listed = (db: Queryable, scope: MerchantScope) => ({
  ...shown,
  ...accessColumns(db, scope),
  effectiveRole,
  merchants: assignedColumn(db, scope),
})
const recorded = {
  ...shown,
  phoneNumber: users.phoneNumber,
  emailVerified: users.emailVerified,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  hasSecondFactor: sql<boolean>`exists (
    select 1 from ${secondFactors}
    where ${secondFactors.userId} = ${users}.id and ${secondFactors.confirmedAt} is not null
  )`,
  passkeys: sql<number>`(select count(*)::int from ${passkeys} where ${passkeys.userId} = ${users}.id)`,
  hasSingleSignOn: sql<boolean>`exists (
    select 1 from ${singleSignOnLinks} where ${singleSignOnLinks.userId} = ${users}.id
  )`,
  statusUpdatedAt: users.statusUpdatedAt,
  updatedAt: users.updatedAt,
  invitation: pick(pendingInvitations, 'createdAt', 'used', 'usedAt', 'requiresPasswordSetup'),
}

type UserPage = { sort: UserSort; order: SortOrder; limit: number; cursor?: string | null }

function pagesOf(
  db: Queryable,
  scope: MerchantScope,
  { q, ...filter }: UserFilter,
  { sort, order, limit, cursor }: UserPage,
) {
  const request = { name: sort, key: sortKeys[sort], id: sql`${users.id}`, order, cursor }
  const { after, ...pages } = keyset(request)
  const search = searchUsers(scope, q)
  const where = and(usersWhere(scope, filter), after)
  const isUnfiltered = scope.all && !Object.values(filter).some(Boolean)
  const [size, matches] = isUnfiltered ? [sizeOf(users), search?.inTexts] : []
  const { id, createdAt, name } = userSearch
  const key = { kind: sortKeys[sort].kind, expression: sql`${sort === 'name' ? name : createdAt}` }
  const list = matches && { matches, ...keyset({ ...request, key, id: sql`${id}` }) }
  const walk = list && sort === 'name' ? walkNames({ ...list, typed: q, request }) : undefined
  const searchTable = list && sort !== 'lastActive' ? { id, createdAt, ...list, walk } : undefined
  const found = { id: users.id, where, search, orderBy: pages.orderBy, limit, size, searchTable }
  return { ...pages, ...foundPage(db, found) }
}

export function listUserRows(db: Queryable, scope: MerchantScope, filter: UserFilter, page: UserPage) {
  const pages = pagesOf(db, scope, filter, page)
  return db
    .with(...pages.found)
    .select({ ...listed(db, scope), sortValue: pages.sortValue, total: pages.total })
    .from(users)
    .where(pages.where)
    .orderBy(...pages.orderBy)
    .limit(inText(page.limit))
}
export type ListedUser = Omit<Awaited<ReturnType<typeof listUserRows>>[number], 'sortValue' | 'total'>

export function listUserKeys(db: Queryable, scope: MerchantScope, filter: UserFilter, page: UserPage) {
  const pages = pagesOf(db, scope, filter, page)
  return db
    .with(...pages.found)
    .select({ id: users.id, sortValue: pages.sortValue, total: pages.total })
    .from(users)
    .where(pages.where)
    .orderBy(...pages.orderBy)
    .limit(inText(page.limit))
}

export async function countUserRows(db: Queryable, scope: MerchantScope, filter: UserFilter) {
  const existing = await countOfGroups(db, scope, filter)
  return existing ?? countFound(db, db.select(one).from(users).where(usersWhere(scope, filter)), filter.q)
}

export async function listUsersByIds(db: Queryable, scope: MerchantScope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select(listed(db, scope))
    .from(users)
    .where(and(usersInScope(scope), inArray(users.id, [...ids])))
    .orderBy(sql`${users.createdAt} desc`, sql`${users.id} desc`)
}

export async function findUserRecord(db: Queryable, scope: MerchantScope, userId: string) {
  const [row] = await db
    .select({ ...recorded, ...listed(db, scope) })
    .from(users)
    .leftJoin(pendingInvitations, eq(pendingInvitations.userId, users.id))
    .where(and(usersInScope(scope), eq(users.id, userId)))
  return row
}
export type UserRecordRow = NonNullable<Awaited<ReturnType<typeof findUserRecord>>>

/** Without a scope: for verbs that check whether an address is taken. */
export async function findUserByEmail(db: Queryable, email: string) {
  const [row] = await db
    .select(recorded)
    .from(users)
    .leftJoin(pendingInvitations, eq(pendingInvitations.userId, users.id))
    .where(eq(users.email, email))
  return row
}
export type StoredUser = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

const roleCounted = sql<string>`case when ${isAdministratorByDocument} then '' else ${users.role} end`
const shareGroups = sharedRead<UserGroup[]>()

export async function countByRoleAndStatus(db: Queryable, scope: MerchantScope, filter: UserFilter, newSince: Date) {
  if (scope.all && !Object.values(filter).some(Boolean)) return countEverybody(db, newSince)
  return shareGroups(db, JSON.stringify([scope, filter, newSince]), () =>
    db
      .select({
        role: roleCounted,
        status: users.status,
        count: count(),
        newCount: sql<number>`count(*) filter (where ${users.createdAt} >= ${newSince.toISOString()}::timestamptz)`,
      })
      .from(users)
      .where(filter.q ? isAmongFirstFound(db, scope, filter) : usersWhere(scope, filter))
      .groupBy(sql`1`, users.status),
  )
}

/** At most one more than a search counts. */
function isAmongFirstFound(db: Queryable, scope: MerchantScope, filter: UserFilter) {
  const found = db.select({ id: users.id }).from(users).where(usersWhere(scope, filter))
  return isOneOf(users.id, found.limit(inText(pageLimits.found + 1)))
}

type Group = Pick<UserGroup, 'role' | 'status' | 'count'>

/** All users by role and status, from the counters. */
const counts = preparedRead('user_counts', [], (db) =>
  db
    .select({
      role: userCounts.role,
      status: userCounts.status,
      count: sql<number>`sum(${userCounts.count})::integer`,
      byDocument: sql<number>`(select count(*) from ${users} where ${isAdministratorByDocument})::integer`,
    })
    .from(userCounts)
    .groupBy(userCounts.role, userCounts.status)
    .having(sql`sum(${userCounts.count}) <> 0`),
)

async function sumCounts(db: Queryable): Promise<Group[]> {
  const rows = await counts(db, {})
  return rows.flatMap(({ byDocument, ...group }) =>
    group.role === adminRole && group.status === 'active' && byDocument > 0
      ? [
          { ...group, count: group.count - byDocument },
          { ...group, role: '', count: byDocument },
        ]
      : [group],
  )
}

/** Counts all users and the new ones among them. Only the new ones are read row by row. */
export async function countEverybody(db: Queryable, newSince: Date): Promise<UserGroup[]> {
  const [groups, fresh] = await Promise.all([
    sumCounts(db),
    db
      .select({ role: users.role, status: users.status, count: sql<number>`count(*)::integer` })
      .from(users)
      .where(gte(users.createdAt, newSince))
      .groupBy(users.role, users.status),
  ])
  const newOf = (group: Group) =>
    fresh.find(({ role, status }) => role === group.role && status === group.status)?.count ?? 0
  return groups.map((group) => ({ ...group, newCount: newOf(group) }))
}

/** Counts by tab, role or status. Undefined with other filters, which the counters do not cover. */
export async function countOfGroups(db: Queryable, scope: MerchantScope, { tab, role, status, ...others }: UserFilter) {
  if (!scope.all || Object.values(others).some(Boolean)) return undefined
  const matching = (await sumCounts(db)).filter(
    (group) =>
      (!tab || userTab(group) === tab) &&
      (!role || rolesMatching(withoutControls(role)).includes(shownRole(group))) &&
      (!status || statusesMatching(status).some((one) => one === group.status)),
  )
  return matching.reduce((sum, { count }) => sum + count, 0)
}

/** Locked, so that two applications with one address are serialized. */
export async function findAccountToRegister(tx: Transaction, email: string) {
  const [row] = await tx
    .select({ id: users.id, status: users.status, applicationId: users.applicationId })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  return row
}

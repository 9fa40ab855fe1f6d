import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { type OneMerchant, scopeWhere } from '@quaff/features/sessions/server'
import { merchantSignups as signups, merchantSignupStates as states } from '@quaff/features/signup/tables'
import {
  constant,
  countUpTo,
  hiddenTime,
  inText,
  keyset,
  nameOrEmail,
  newestFirst,
  one,
  pick,
  preparedRead,
  type Queryable,
} from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { activityLimits } from '../contract'
import { businessActions } from '../rules'

const merchantEntry = {
  ...pick(merchants, 'id', 'name', 'businessType'),
  city: sql<string | null>`${merchants.address} ->> 'city'`,
  ...pick(merchants, 'status', 'needsReview', 'createdAt'),
}

const newestMerchants = (db: Queryable, limit: number, since?: string) =>
  db
    .select(merchantEntry)
    .from(merchants)
    .where(since === undefined ? undefined : gte(merchants.createdAt, hiddenTime(since)))
    .orderBy(desc(merchants.createdAt), asc(merchants.id))
    .limit(inText(limit))

type Since = { since: string }

/** Newest first. */
export const listRecentMerchants = preparedRead('recent_merchants', ['since'], (db, { since }: Since) =>
  newestMerchants(db, activityLimits.merchants, since),
)
export const listNewestMerchants = preparedRead('newest_merchants', [], (db) =>
  newestMerchants(db, activityLimits.fallbackMerchants),
)

/** Applications of the partner pages, newest first. */
export const listRecentSignups = preparedRead('recent_signups', ['since'], (db, { since }: Since) =>
  db
    .select({
      ...pick(signups, 'id', 'businessName', 'createdAt'),
      isWaiting: sql<boolean>`${states.status} = 'submitted'`,
    })
    .from(signups)
    .innerJoin(states, eq(states.signupId, signups.id))
    .where(gte(signups.createdAt, hiddenTime(since)))
    .orderBy(newestFirst(signups.createdAt), newestFirst(signups.id))
    .limit(inText(activityLimits.signups)),
)

const admins = alias(users, 'admins')
const targets = alias(users, 'targets')

/** Folding looks no further back than so many entries of a kind. */
const foldedRows = 5_000

/**
 * Newest first. What one person did of one kind on one day is one entry: the newest, and how many there were before it.
 * Names in the stored change come first: they are those of that time.
 */
export const listRecentAudit = preparedRead('recent_audit', ['since', 'timeZone'], selectRecentAudit)

function selectRecentAudit(db: Queryable, { since, timeZone }: Since & { timeZone: string }) {
  const { adminUserId, action, occurredAt, id, after, before } = adminAuditLogs
  // The application itself is an entry, and so is its decision.
  const ofApplicant = sql`${action} in ('register_user', 'approve_registration', 'reject_registration')
    and ${after} ?| array['applicationId', 'venueName']`
  const kinds = sql.join(businessActions.map(constant), sql`, `)
  const latestOf = (ofKind: SQL) =>
    db
      .select({
        id,
        action,
        adminUserId,
        occurredAt,
        day: sql<string>`to_char(${occurredAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      })
      .from(adminAuditLogs)
      .where(and(gte(occurredAt, hiddenTime(since)), ofKind, sql`(${ofApplicant}) is not true`))
      .orderBy(newestFirst(occurredAt), asc(id))
      .limit(inText(foldedRows))
  const latest = unionAll(latestOf(sql`${action} in (${kinds})`), latestOf(sql`${action} not in (${kinds})`)).as(
    'latest',
  )
  const alike = sql`partition by ${latest.action}, ${latest.adminUserId}, ${latest.day}`
  const ranked = db
    .select({
      id: latest.id,
      day: latest.day,
      rank: sql<number>`row_number() over (${alike} order by ${latest.occurredAt} desc, ${latest.id})`.as('rank'),
      more: sql<number>`(count(*) over (${alike}) - 1)::int`.as('more'),
    })
    .from(latest)
    .as('ranked')
  const nameIn = (key: string) => sql`coalesce(${after} ->> ${constant(key)}, ${before} ->> ${constant(key)})`
  return db
    .select({
      id,
      action,
      ...pick(adminAuditLogs, 'targetType', 'targetId', 'merchantId'),
      merchantName: merchants.name,
      targetUserId: targets.id,
      targetName: sql<string | null>`coalesce(${nameIn('name')}, ${nameIn('displayName')}, ${targets.displayName},
        ${nameIn('email')}, ${targets.email})`,
      isLive: sql<boolean | null>`${after} -> 'isLive' = 'true'::jsonb`,
      adminUserId,
      adminName: nameOrEmail(admins.displayName, adminAuditLogs.adminEmail),
      occurredAt,
      day: ranked.day,
      more: ranked.more,
    })
    .from(ranked)
    .innerJoin(adminAuditLogs, eq(adminAuditLogs.id, ranked.id))
    .leftJoin(merchants, eq(merchants.id, adminAuditLogs.merchantId))
    .leftJoin(admins, eq(admins.id, adminAuditLogs.adminUserId))
    .leftJoin(targets, and(eq(targets.id, adminAuditLogs.targetId), eq(adminAuditLogs.targetType, 'user')))
    .where(eq(ranked.rank, 1))
    .orderBy(newestFirst(occurredAt), asc(id))
    .limit(inText(activityLimits.audit))
}

export async function findMerchantNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const auditListName = 'merchantAudit'

const ofMerchant = (scope: OneMerchant) => scopeWhere(scope, adminAuditLogs.merchantId)

/** Rows about the merchant that name it as their target only. */
const targetOnly = (scope: OneMerchant) =>
  and(
    eq(adminAuditLogs.targetType, 'merchant'),
    scopeWhere(scope, adminAuditLogs.targetId),
    or(isNull(adminAuditLogs.merchantId), ne(adminAuditLogs.merchantId, scope.id)),
  )

type AuditPage = { cursor: string | null | undefined; limit: number }

/** Two index scans no longer than the page; a single `or` would sort the merchant's whole history. */
export function auditPageQuery(db: Queryable, scope: OneMerchant, { cursor, limit }: AuditPage) {
  const pages = auditKeyset(cursor)
  const newest = (where: SQL | undefined) =>
    db
      .select({ id: adminAuditLogs.id, occurredAt: adminAuditLogs.occurredAt })
      .from(adminAuditLogs)
      .where(and(where, pages.after))
      .orderBy(...pages.orderBy)
      .limit(inText(limit))
  return newest(ofMerchant(scope)).unionAll(newest(targetOnly(scope)))
}

export async function listAuditRows(db: Queryable, scope: OneMerchant, page: AuditPage) {
  const pages = auditKeyset(null)
  const chosen = auditPageQuery(db, scope, page).as('chosen')
  return db
    .select({
      id: adminAuditLogs.id,
      sortValue: pages.sortValue,
      ...pick(adminAuditLogs, 'action', 'targetType', 'targetId', 'adminUserId'),
      adminName: nameOrEmail(users.displayName, adminAuditLogs.adminEmail),
      ...pick(adminAuditLogs, 'occurredAt', 'before', 'after'),
    })
    .from(chosen)
    .innerJoin(adminAuditLogs, eq(adminAuditLogs.id, chosen.id))
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.id))
    .limit(inText(page.limit))
}
export type AuditDetails = Awaited<ReturnType<typeof listAuditRows>>[number]

const auditKeyset = (cursor: string | null | undefined) =>
  keyset({
    name: auditListName,
    key: { kind: 'instant', expression: sql`${adminAuditLogs.occurredAt}`, indexed: 'descending' },
    id: sql`${adminAuditLogs.id}`,
    order: 'desc',
    cursor,
  })

export function countAuditRows(db: Queryable, scope: OneMerchant) {
  const rows = db.select(one).from(adminAuditLogs)
  return countUpTo(db, rows.where(or(ofMerchant(scope), targetOnly(scope))))
}

export async function hasMerchant(db: Queryable, scope: OneMerchant) {
  return (await db.$count(merchants, scopeWhere(scope, merchants.id))) > 0
}

import { and, desc, eq, gte, inArray, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { users, userSearchText } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { clampInstant, keyset, newestFirst } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { searchCondition } from '@quaff/platform/server/list/search'
import { inText } from '@quaff/platform/server/rows/in-text'
import { nameOrEmail } from '@quaff/platform/server/rows/name-or-email'
import { pick } from '@quaff/platform/server/rows/pick'
import { adminAuditLogs, auditSeals } from '@quaff/platform/server/tables'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { withoutControls } from '@quaff/platform/shared/text'
import { auditLogLimits, type AuditLogFilter } from '../audit-contract'

export const auditLogName = 'auditLog'

type AuditPage = { cursor: string | null | undefined; limit: number }

/** Found along an index of the log alone, which holds the newest first. */
export function auditPageQuery(db: Queryable, filter: AuditLogFilter, { cursor, limit }: AuditPage) {
  const pages = auditKeyset(cursor)
  return db
    .select({ id: adminAuditLogs.id })
    .from(adminAuditLogs)
    .where(and(matching(filter), pages.after))
    .orderBy(...pages.orderBy)
    .limit(inText(limit))
}

/** Looks up names and seals only for the rows of the page. */
export async function listAuditLogRows(db: Queryable, filter: AuditLogFilter, page: AuditPage) {
  return selectAuditRows(db, inArray(adminAuditLogs.id, auditPageQuery(db, filter, page)))
}

export async function listAuditRowsById(db: Queryable, ids: readonly string[]) {
  return ids.length === 0 ? [] : selectAuditRows(db, inArray(adminAuditLogs.id, [...ids]))
}

function selectAuditRows(db: Queryable, chosen: SQL) {
  return db
    .select({
      id: adminAuditLogs.id,
      sortValue: auditKeyset(null).sortValue,
      ...pick(adminAuditLogs, 'action', 'targetType', 'targetId', 'merchantId'),
      merchantName: merchants.name,
      adminUserId: adminAuditLogs.adminUserId,
      adminEmail: adminAuditLogs.adminEmail,
      adminName: nameOrEmail(users.displayName, adminAuditLogs.adminEmail),
      ...pick(adminAuditLogs, 'before', 'after', 'requestId', 'occurredAt'),
      sealPosition: auditSeals.position,
    })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .leftJoin(merchants, eq(merchants.id, adminAuditLogs.merchantId))
    .leftJoin(auditSeals, eq(auditSeals.auditId, adminAuditLogs.id))
    .where(chosen)
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.id))
}
export type AuditLogDetails = Awaited<ReturnType<typeof listAuditRowsById>>[number]

export function countAuditLogRows(db: Queryable, filter: AuditLogFilter): Promise<number> {
  return countUpTo(db, db.select(one).from(adminAuditLogs).where(matching(filter)))
}

/** Current names, or the recorded name of a deleted record. */
function searched(q: string | undefined): SQL | undefined {
  const like = (text: SQLWrapper) => searchCondition(text, q)
  const people = like(userSearchText(users))
  if (!people) return undefined
  const { before, after, adminUserId, adminEmail, targetId, merchantId } = adminAuditLogs
  const idsOf = (table: typeof users | typeof merchants, where: SQL | undefined) =>
    sql`(select ${table.id} from ${table} where ${where})`
  const ofPeople = idsOf(users, people)
  const ofMerchants = idsOf(merchants, like(merchants.name))
  return or(
    eq(targetId, withoutControls(q ?? '').trim()),
    sql`${adminUserId} in ${ofPeople}`,
    sql`${targetId} in ${ofPeople}`,
    sql`${merchantId} in ${ofMerchants}`,
    sql`${targetId} in ${ofMerchants}`,
    like(adminEmail),
    like(
      sql`coalesce(${after} ->> 'name', ${before} ->> 'name', ${after} ->> 'displayName', ${before} ->> 'displayName')`,
    ),
  )
}

function matching({ q, actorId, action, targetType, targetId, merchantId, from, to }: AuditLogFilter): SQL | undefined {
  const is = (column: Parameters<typeof eq>[0], value: string | undefined) =>
    value === undefined ? undefined : eq(column, value)
  return and(
    searched(q),
    is(adminAuditLogs.adminUserId, actorId),
    is(adminAuditLogs.action, action),
    is(adminAuditLogs.targetType, targetType),
    is(adminAuditLogs.targetId, targetId),
    is(adminAuditLogs.merchantId, merchantId),
    from ? gte(adminAuditLogs.occurredAt, clampInstant(from)) : undefined,
    to ? lte(adminAuditLogs.occurredAt, clampInstant(to)) : undefined,
  )
}

const auditKeyset = (cursor: string | null | undefined) =>
  keyset({
    name: auditLogName,
    key: { kind: 'instant', expression: sql`${adminAuditLogs.occurredAt}`, indexed: 'descending' },
    id: sql`${adminAuditLogs.id}`,
    order: 'desc',
    cursor,
  })

/** Recent people, actions and targets for the filters. */
export async function listAuditOptions(db: Queryable) {
  const latest = db
    .select(pick(adminAuditLogs, 'action', 'targetType', 'adminUserId', 'adminEmail'))
    .from(adminAuditLogs)
    .orderBy(newestFirst(adminAuditLogs.occurredAt))
    .limit(inText(auditLogLimits.optionRows))
    .as('latest')
  return db
    .select({
      action: latest.action,
      targetType: latest.targetType,
      actorId: latest.adminUserId,
      actorName: sql<string | null>`max(${nameOrEmail(users.displayName, latest.adminEmail)})`.mapWith(readableEmail),
    })
    .from(latest)
    .leftJoin(users, eq(users.id, latest.adminUserId))
    .groupBy(latest.action, latest.targetType, latest.adminUserId)
}

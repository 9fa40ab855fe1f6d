import { and, type AnyColumn, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { users, userSearchText } from '@quaff/features/accounts/tables'
import { merchantNamed } from '@quaff/features/merchants/server'
import { merchants } from '@quaff/features/merchants/tables'
import {
  clampInstant,
  countUpTo,
  indexedSearch,
  inText,
  isOneOf,
  foundPage,
  keyset,
  nameOrEmail,
  newestFirst,
  one,
  pick,
  type Queryable,
  type Search,
  withoutControls,
} from '@quaff/platform/server'
import { adminAuditLogs, auditSearchText, auditSeals } from '@quaff/platform/server/tables'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { auditLogLimits, type AuditLogFilter } from '../audit-contract'

export const auditLogName = 'auditLog'

type AuditPage = { cursor: string | null | undefined; limit: number }

/** Found along an index of the log alone, which holds the newest first. */
export function auditPageQuery(db: Queryable, { q, ...filter }: AuditLogFilter, { cursor, limit }: AuditPage) {
  const { after, orderBy } = auditKeyset(cursor)
  const page = { where: and(matching(filter), after), search: searched(q), orderBy, limit }
  const { found, where } = foundPage(db, { id: adminAuditLogs.id, ...page })
  return db
    .with(...found)
    .select({ id: adminAuditLogs.id })
    .from(adminAuditLogs)
    .where(where)
    .orderBy(...orderBy)
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

/** Null for a search that fills a page: the entries of all people and merchants of that name are too many to collect. */
export async function countAuditLogRows(db: Queryable, filter: AuditLogFilter) {
  return searched(filter.q) ? null : countUpTo(db, db.select(one).from(adminAuditLogs).where(matching(filter)))
}

/** Current names, or the recorded name of a deleted record, or a whole id. */
function searched(q: string | undefined): Search | undefined {
  const [people, log] = [indexedSearch(userSearchText(users), q), indexedSearch(auditSearchText(adminAuditLogs), q)]
  const named = merchantNamed(q)
  if (!people || !log || !named) return undefined
  const { id, adminUserId, targetId, merchantId } = adminAuditLogs
  const isTyped = eq(targetId, withoutControls(q ?? '').trim())
  const isOf = (column: AnyColumn, table: typeof users | typeof merchants, condition: SQL) =>
    sql`(select ${condition} from ${table} where ${table.id} = ${column})`
  const idsOf = (table: typeof users | typeof merchants, condition: SQL) =>
    sql`select ${table.id} from ${table} where ${condition}`
  const entries = (condition: SQL) => sql`select ${id} from ${adminAuditLogs} where ${condition}`
  const inAny = (column: AnyColumn, ids: SQL) => entries(isOneOf(column, ids))
  const [ofPeople, ofMerchants] = [idsOf(users, people.byIndex), idsOf(merchants, named)]
  const inRow = sql`(${sql.join(
    [
      isTyped,
      log.inRow,
      isOf(adminUserId, users, people.inRow),
      isOf(targetId, users, people.inRow),
      isOf(merchantId, merchants, named),
      isOf(targetId, merchants, named),
    ],
    sql` or `,
  )})`
  // Not "or": no index serves entries of a person or of a merchant.
  const byIndex = sql`${id} in (${sql.join(
    [
      entries(isTyped),
      entries(log.byIndex),
      inAny(adminUserId, ofPeople),
      inAny(targetId, ofPeople),
      inAny(merchantId, ofMerchants),
      inAny(targetId, ofMerchants),
    ],
    sql` union all `,
  )})`
  return { byIndex, inRow }
}

function matching({ actorId, action, targetType, targetId, merchantId, from, to }: AuditLogFilter) {
  const is = (column: Parameters<typeof eq>[0], value: string | undefined) =>
    value === undefined ? undefined : eq(column, value)
  return and(
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

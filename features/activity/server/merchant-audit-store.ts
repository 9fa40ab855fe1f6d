import { and, desc, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { adminAuditLogs } from '@quaff/platform/server/tables'

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

/** Two walks, each along its own index and no longer than the page; a single `or` would sort the merchant's whole history. */
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
      adminName: sql<string | null>`coalesce(${users.displayName}, ${adminAuditLogs.adminEmail})`,
      ...pick(adminAuditLogs, 'occurredAt', 'before', 'after'),
    })
    .from(chosen)
    .innerJoin(adminAuditLogs, eq(adminAuditLogs.id, chosen.id))
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.id))
    .limit(inText(page.limit))
}
export type AuditFacts = Awaited<ReturnType<typeof listAuditRows>>[number]

const auditKeyset = (cursor: string | null | undefined) =>
  keyset({
    name: auditListName,
    key: { kind: 'instant', expression: sql`${adminAuditLogs.occurredAt}`, indexed: 'descending' },
    id: sql`${adminAuditLogs.id}`,
    order: 'desc',
    cursor,
  })

export function countAuditRows(db: Queryable, scope: OneMerchant): Promise<number> {
  const rows = db.select(one).from(adminAuditLogs)
  return countUpTo(db, rows.where(or(ofMerchant(scope), targetOnly(scope))))
}

export async function hasMerchant(db: Queryable, scope: OneMerchant): Promise<boolean> {
  return (await db.$count(merchants, scopeWhere(scope, merchants.id))) > 0
}

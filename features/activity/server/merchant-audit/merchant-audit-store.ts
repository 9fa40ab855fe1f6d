import { and, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { users } from '@quaff/features/accounts/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { keyset } from '@quaff/platform/server/list/keyset'
import { countUpTo, one } from '@quaff/platform/server/list/page-total'
import { adminAuditLogs } from '@quaff/platform/server/tables'

export const auditListName = 'merchantAudit'

const ofMerchant = (merchantId: string) => eq(adminAuditLogs.merchantId, merchantId)

/** Rows about the merchant that name it as their target only. */
const targetOnly = (merchantId: string) =>
  and(
    eq(adminAuditLogs.targetType, 'merchant'),
    eq(adminAuditLogs.targetId, merchantId),
    or(isNull(adminAuditLogs.merchantId), ne(adminAuditLogs.merchantId, merchantId)),
  )

type AuditPage = { merchantId: string; cursor: string | null | undefined; limit: number }

/** Two walks, each along its own index and no longer than the page; a single `or` would sort the merchant's whole history. */
export function auditPageQuery(db: Queryable, { merchantId, cursor, limit }: AuditPage) {
  const pages = auditKeyset(cursor)
  const newest = (where: SQL | undefined) =>
    db
      .select({ id: adminAuditLogs.id, occurredAt: adminAuditLogs.occurredAt })
      .from(adminAuditLogs)
      .where(and(where, pages.after))
      .orderBy(...pages.orderBy)
      .limit(limit)
  return newest(ofMerchant(merchantId)).unionAll(newest(targetOnly(merchantId)))
}

export async function listAuditRows(db: Queryable, page: AuditPage) {
  const ids = (await auditPageQuery(db, page)).map(({ id }) => id)
  if (ids.length === 0) return []
  const pages = auditKeyset(null)
  return db
    .select({
      id: adminAuditLogs.id,
      sortValue: pages.sortValue,
      action: adminAuditLogs.action,
      targetType: adminAuditLogs.targetType,
      targetId: adminAuditLogs.targetId,
      adminUserId: adminAuditLogs.adminUserId,
      adminName: sql<string | null>`coalesce(${users.displayName}, ${adminAuditLogs.adminEmail})`,
      occurredAt: adminAuditLogs.occurredAt,
      before: adminAuditLogs.before,
      after: adminAuditLogs.after,
    })
    .from(adminAuditLogs)
    .leftJoin(users, eq(users.id, adminAuditLogs.adminUserId))
    .where(inArray(adminAuditLogs.id, ids))
    .orderBy(desc(adminAuditLogs.occurredAt), desc(adminAuditLogs.id))
    .limit(page.limit)
}
export type AuditFacts = Awaited<ReturnType<typeof listAuditRows>>[number]

const auditKeyset = (cursor: string | null | undefined) =>
  keyset({
    name: auditListName,
    key: { kind: 'instant', expression: sql`${adminAuditLogs.occurredAt}` },
    id: sql`${adminAuditLogs.id}`,
    order: 'desc',
    cursor,
  })

export function countAuditRows(db: Queryable, merchantId: string): Promise<number> {
  const rows = db.select(one).from(adminAuditLogs)
  return countUpTo(db, rows.where(or(ofMerchant(merchantId), targetOnly(merchantId))))
}

export async function hasMerchant(db: Queryable, scope: MerchantScope, merchantId: string): Promise<boolean> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)))
  return rows.length > 0
}

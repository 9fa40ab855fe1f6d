import { asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { users } from '@quaff/features/users/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { newestFirst } from '@quaff/platform/server/list/newest-first'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditEntry, MerchantEntry } from '../rules'

const merchantEntry = {
  id: merchants.id,
  name: merchants.name,
  businessType: merchants.businessType,
  city: sql<string | null>`${merchants.address} ->> 'city'`,
  status: merchants.status,
  needsReview: merchants.needsReview,
  createdAt: merchants.createdAt,
}

/** Newest first, of all time where `since` is left out. */
export async function listNewestMerchants(db: Queryable, limit: number, since?: Date): Promise<MerchantEntry[]> {
  return db
    .select(merchantEntry)
    .from(merchants)
    .where(since ? gte(merchants.createdAt, since) : undefined)
    .orderBy(desc(merchants.createdAt), asc(merchants.id))
    .limit(limit)
}

const admins = alias(users, 'admins')
const targets = alias(users, 'targets')

/** `name` of the stored change comes first: it is the name at that time. */
export async function listRecentAudit(db: Queryable, limit: number, since: Date): Promise<AuditEntry[]> {
  return db
    .select({
      id: adminAuditLogs.id,
      action: adminAuditLogs.action,
      targetType: adminAuditLogs.targetType,
      targetId: adminAuditLogs.targetId,
      merchantId: adminAuditLogs.merchantId,
      merchantName: merchants.name,
      targetName: sql<
        string | null
      >`coalesce(${adminAuditLogs.after} ->> 'name', ${adminAuditLogs.after} ->> 'displayName', ${targets.displayName})`,
      adminName: sql<string | null>`coalesce(${admins.displayName}, ${adminAuditLogs.adminEmail})`,
      occurredAt: adminAuditLogs.occurredAt,
    })
    .from(adminAuditLogs)
    .leftJoin(merchants, eq(merchants.id, adminAuditLogs.merchantId))
    .leftJoin(admins, eq(admins.id, adminAuditLogs.adminUserId))
    .leftJoin(targets, eq(targets.id, adminAuditLogs.targetId))
    .where(gte(adminAuditLogs.occurredAt, since))
    .orderBy(newestFirst(adminAuditLogs.occurredAt), asc(adminAuditLogs.id))
    .limit(limit)
}

export async function findMerchantNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

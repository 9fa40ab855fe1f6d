import { and, sql } from 'drizzle-orm'
import { refunds } from '@quaff/features/refunds/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { iso, isoOrNull, type ReadPage, type Source } from './source-store'

export const refundSource: Source<'refunds'> = {
  id: sql`${refunds.id}`,
  merchantId: refunds.merchantId,
  from: sql`${refunds}`,
  key: sql`${refunds.id}`,
  status: refunds.status,
  listed: () => ({
    key: { kind: 'instant', expression: sql`${refunds.occurredAt}`, indexed: 'descending' },
    order: 'desc',
  }),
  changed: () => ({ key: { kind: 'instant', expression: sql`${refunds.updatedAt}` }, order: 'asc' }),
  read: readRefunds,
}

async function readRefunds(db: Queryable, scope: MerchantScope, { where, orderBy, sortValue, limit }: ReadPage) {
  const rows = await db
    .select({
      ...pick(refunds, 'id', 'merchantId', 'subscriptionId', 'kind', 'status', 'source', 'chargePeriodStart'),
      ...pick(refunds, 'amountMinor', 'currency', 'reason', 'problem', 'occurredAt', 'updatedAt'),
      sortValue,
    })
    .from(refunds)
    .where(and(scopeWhere(scope, refunds.merchantId), where))
    .orderBy(...orderBy)
    .limit(inText(limit))
  return rows.map(({ sortValue: at, chargePeriodStart, occurredAt, updatedAt, ...row }) => ({
    id: row.id,
    sortValue: at,
    row: {
      id: row.id,
      merchantId: row.merchantId,
      subscriptionId: row.subscriptionId,
      kind: row.kind,
      status: row.status,
      source: row.source,
      chargePeriodStart: isoOrNull(chargePeriodStart),
      amountMinor: row.amountMinor,
      currency: row.currency,
      reason: row.reason,
      problem: row.problem,
      occurredAt: iso(occurredAt),
      updatedAt: iso(updatedAt),
    },
  }))
}

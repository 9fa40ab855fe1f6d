import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PayoutScope } from '../../server/reading/payout-scope'
import { payoutAdjustments } from '../../server/tables'

/** Oldest first. */
export function listAdjustments(db: Queryable, { merchants: scope }: PayoutScope, payoutId: string) {
  return db
    .select({
      id: payoutAdjustments.id,
      amountMinor: payoutAdjustments.amountMinor,
      reason: payoutAdjustments.reason,
      createdAt: payoutAdjustments.createdAt,
      createdBy: payoutAdjustments.createdBy,
    })
    .from(payoutAdjustments)
    .where(and(scopeWhere(scope, payoutAdjustments.merchantId), eq(payoutAdjustments.payoutId, payoutId)))
    .orderBy(asc(payoutAdjustments.createdAt), asc(payoutAdjustments.id))
}
export type AdjustmentFacts = Awaited<ReturnType<typeof listAdjustments>>[number]

/** To whom the statement is addressed. */
export async function findVenue(db: Queryable, merchantId: string) {
  const [row] = await db
    .select({ businessName: merchants.businessName, address: merchants.address, taxId: merchants.taxId })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  return row
}

/** By id; an address where there is no name. */
export async function listStaffNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: sql<string>`coalesce(nullif(${users.displayName}, ''), ${users.email})` })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

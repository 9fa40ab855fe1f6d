import { and, eq, inArray, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server'

export async function findMerchant(db: Queryable, scope: OneMerchant) {
  const [row] = await db.select().from(merchants).where(scopeWhere(scope, merchants.id))
  return row
}

export async function hasVenueInSetup(tx: Transaction, merchantIds: readonly string[]) {
  const [row] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(inArray(merchants.id, [...merchantIds]), eq(merchants.status, 'pending')))
    .limit(1)
  return row !== undefined
}

/** Serializes work on an application without a merchant, without holding a row while waiting. */
export async function lockOpening(tx: Transaction, applicationId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('application'), hashtext(${applicationId}))`)
}

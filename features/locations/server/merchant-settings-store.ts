import { and, eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'

const settings = {
  id: merchants.id,
  name: merchants.name,
  status: merchants.status,
  address: merchants.address,
  allowMultipleLocations: merchants.allowMultipleLocations,
  requireLocationCheck: merchants.requireLocationCheck,
}

function selectSettings(db: Queryable, scope: MerchantScope, merchantId: string) {
  return db
    .select(settings)
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)))
}
export type MerchantSettings = Awaited<ReturnType<typeof selectSettings>>[number]

export async function findMerchantSettings(
  db: Queryable,
  scope: MerchantScope,
  merchantId: string,
): Promise<MerchantSettings | undefined> {
  const [row] = await selectSettings(db, scope, merchantId)
  return row
}

/** Of two that add a location at the same time the second waits, and then sees the first one's. */
export async function lockMerchantSettings(
  tx: Transaction,
  scope: MerchantScope,
  merchantId: string,
): Promise<MerchantSettings | undefined> {
  const [row] = await selectSettings(tx, scope, merchantId).for('update')
  return row
}

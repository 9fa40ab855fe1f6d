import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { held, type Locked } from '@quaff/platform/server/transaction'

const settings = {
  id: merchants.id,
  name: merchants.name,
  status: merchants.status,
  address: merchants.address,
  allowMultipleLocations: merchants.allowMultipleLocations,
  requireLocationCheck: merchants.requireLocationCheck,
}

function selectSettings(db: Queryable, scope: OneMerchant) {
  return db.select(settings).from(merchants).where(scopeWhere(scope, merchants.id))
}
export type MerchantSettings = Awaited<ReturnType<typeof selectSettings>>[number]

export async function findMerchantSettings(db: Queryable, scope: OneMerchant): Promise<MerchantSettings | undefined> {
  const [row] = await selectSettings(db, scope)
  return row
}

/** Of two that add a location at the same time the second waits, and then sees the first one's. */
export async function lockMerchantSettings(
  tx: Transaction,
  scope: OneMerchant,
): Promise<Locked<MerchantSettings> | undefined> {
  const [row] = await selectSettings(tx, scope).for('update')
  return row && held(row)
}

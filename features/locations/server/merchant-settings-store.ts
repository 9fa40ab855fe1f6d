import { merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { held, type Locked } from '@quaff/platform/server/transaction'

const settings = pick(
  merchants,
  'id',
  'name',
  'status',
  'address',
  'allowMultipleLocations',
  'requireLocationCheck',
  'timeZone',
)

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

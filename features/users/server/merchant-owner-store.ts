import { and, eq, ne, sql } from 'drizzle-orm'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { OneMerchant } from '@quaff/features/sessions/server'
import type { Transaction } from '@quaff/platform/server/context'
import { effectiveRole } from './effective-role-store'

/** Whether somebody but `userId` is an active owner of the merchant, by membership or as its owner on record. */
export async function hasOtherOwner(tx: Transaction, merchant: OneMerchant, userId: string): Promise<boolean> {
  const worksThere = sql`${users.id} in (
    select ${userMerchants.userId} from ${userMerchants} where ${userMerchants.merchantId} = ${merchant.id}
    union select ${merchants.ownerId} from ${merchants} where ${merchants.id} = ${merchant.id})`
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(worksThere, ne(users.id, userId), eq(users.status, 'active'), sql`${effectiveRole} = 'merchant_owner'`))
    .limit(1)
  return row !== undefined
}

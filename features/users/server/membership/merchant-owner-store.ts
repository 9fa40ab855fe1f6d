import { and, eq, ne, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { effectiveRole } from '../access/access-store'
import { userMerchants, users } from '@quaff/features/accounts/tables'

/** Whether somebody but `userId` is an active owner of the merchant, by membership or as its owner on record. */
export async function hasOtherOwner(tx: Transaction, merchantId: string, userId: string): Promise<boolean> {
  const worksThere = sql`${users.id} in (
    select ${userMerchants.userId} from ${userMerchants} where ${userMerchants.merchantId} = ${merchantId}
    union select ${merchants.ownerId} from ${merchants} where ${merchants.id} = ${merchantId})`
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(worksThere, ne(users.id, userId), eq(users.status, 'active'), sql`${effectiveRole} = 'merchant_owner'`))
    .limit(1)
  return row !== undefined
}

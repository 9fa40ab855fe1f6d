import { eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'

/** Of a merchant whose lock the caller holds. */
export async function findMerchantName(db: Queryable, merchantId: string): Promise<string> {
  const [row] = await db.select({ name: merchants.name }).from(merchants).where(eq(merchants.id, merchantId))
  return row?.name.trim() || 'Unknown Merchant'
}

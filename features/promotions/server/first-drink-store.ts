import { and, eq, sql } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import { redemptionDefaults } from '@quaff/features/redemptions/contract'
import type { PassDetails } from '@quaff/features/redemptions/scan/rules'
import { redemptions } from '@quaff/features/redemptions/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'

export async function findVenue(
  db: Queryable,
  scope: MerchantScope,
  merchantId: string,
): Promise<NonNullable<PassDetails['merchant']> | undefined> {
  const { name, status, isLive, requireLocationCheck, timeZone } = merchants
  const [row] = await db
    .select({ name, status, isLive, requireLocationCheck, timeZone })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)))
  return row
}

/** Counts the person's redemptions there, up to `most`. */
export async function countDrinks(
  db: Queryable,
  scope: MerchantScope,
  { userId, merchantId, most }: { userId: string; merchantId: string; most: number },
): Promise<number> {
  const drinks = await db
    .select({ one: sql`1` })
    .from(redemptions)
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.userId, userId),
        eq(redemptions.merchantId, merchantId),
        eq(redemptions.status, redemptionDefaults.status),
      ),
    )
    .limit(inText(most))
  return drinks.length
}

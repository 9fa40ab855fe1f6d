import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { inText, type Queryable } from '@quaff/platform/server'
import { redemptions } from './tables'

export type UserRedemptionFilter = { userId: string; before?: Date; limit: number }

/** Returns newest first from the index by user, month by month. Reads only as many rows as requested. */
export function selectUserRedemptions(
  db: Queryable,
  scope: MerchantScope,
  { userId, before, limit }: UserRedemptionFilter,
) {
  return db
    .select({
      id: redemptions.id,
      merchantId: redemptions.merchantId,
      merchantName: merchants.name,
      locationId: redemptions.locationId,
      locationName: locations.name,
      planId: redemptions.planId,
      planName: subscriptionPlans.name,
      redeemedAt: redemptions.redeemedAt,
      method: redemptions.method,
      status: redemptions.status,
    })
    .from(redemptions)
    .leftJoin(merchants, eq(merchants.id, redemptions.merchantId))
    .leftJoin(locations, eq(locations.id, redemptions.locationId))
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, redemptions.planId))
    .where(
      and(
        scopeWhere(scope, redemptions.merchantId),
        eq(redemptions.userId, userId),
        before ? lt(redemptions.redeemedAt, before) : undefined,
      ),
    )
    .orderBy(sql`${redemptions.redeemedAt} desc nulls last`, asc(redemptions.id))
    .limit(inText(limit))
}

export async function findAccount(db: Queryable, userId: string) {
  const [row] = await db
    .select({ status: users.status, erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

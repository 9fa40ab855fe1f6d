import { and, eq, gte, sql, type SQL } from 'drizzle-orm'
import { isCalled } from '@quaff/features/accounts/server'
import { users } from '@quaff/features/accounts/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, newestFirst, type Queryable } from '@quaff/platform/server'
import { customerLimits } from '../scan-contract'
import { redemptions } from './tables'

/** Must match the expression of the index `subscriptions_code` exactly. */
const code = sql`(lower(translate(${subscriptions.id}, '_-', '') collate "C"))`

/** `place` orders the customers, `pass` is the one that was asked for. */
type Found = { userId: SQL; place: SQL; pass: SQL; from: SQL }

/** Customers of the merchant by the start of the masked name: only as many names are compared as start like it. */
export const listCustomersByName = (db: Queryable, scope: OneMerchant, maskedName: string) =>
  listCustomers(db, scope, {
    userId: sql`${users.id}`,
    place: sql`search_text(masked_name(min(${users.displayName})))`,
    pass: sql`null`,
    from: sql`${users} join ${subscriptions} on ${subscriptions.userId} = ${users.id}
      where ${and(scopeWhere(scope, subscriptions.merchantId), isCalled(maskedName))}`,
  })

/** `typed` is folded by `passCodeOf`. */
export const listCustomersByCode = (db: Queryable, scope: OneMerchant, typed: string) =>
  listCustomers(db, scope, {
    userId: sql`${subscriptions.userId}`,
    place: sql`min(${subscriptions.id})`,
    pass: sql`min(${subscriptions.id})`,
    from: sql`${subscriptions} where ${and(scopeWhere(scope, subscriptions.merchantId), sql`${code} = ${typed}`)}`,
  })

/** Customers who redeemed since then, the last one first. */
export const listLatestCustomers = (db: Queryable, scope: OneMerchant, since: Date) =>
  listCustomers(
    db,
    scope,
    {
      userId: sql`latest.user_id`,
      place: sql`-extract(epoch from max(latest.redeemed_at))`,
      pass: sql`null`,
      from: sql`(${db
        .select({ userId: redemptions.userId, redeemedAt: redemptions.redeemedAt })
        .from(redemptions)
        .where(and(scopeWhere(scope, redemptions.merchantId), gte(redemptions.redeemedAt, since)))
        .orderBy(newestFirst(redemptions.redeemedAt))
        .limit(inText(customerLimits.latestRedemptions))}) as latest`,
    },
    customerLimits.latest,
  )

/** Reads one more than the limit. Customers without a pass at the merchant are left out. */
function listCustomers(
  db: Queryable,
  scope: OneMerchant,
  { userId, place, pass, from }: Found,
  limit: number = customerLimits.found + 1,
) {
  const isOwn = and(scopeWhere(scope, subscriptions.merchantId), sql`${subscriptions.userId} = found.user_id`)
  const chosen = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(isOwn, sql`coalesce(found.pass, ${subscriptions.id}) = ${subscriptions.id}`))
    .orderBy(sql`${subscriptions.status} = 'canceled'`, newestFirst(subscriptions.createdAt))
    .limit(inText(1))
  const last = db
    .select({ at: redemptions.redeemedAt })
    .from(redemptions)
    .where(and(scopeWhere(scope, redemptions.merchantId), sql`${redemptions.userId} = found.user_id`))
    .orderBy(newestFirst(redemptions.redeemedAt))
    .limit(inText(1))
  return db
    .select({
      subscriptionId: subscriptions.id,
      displayName: users.displayName,
      planName: subscriptionPlans.name,
      status: subscriptions.status,
      lastRedeemedAt: sql<Date | null>`(${last})`.mapWith(redemptions.redeemedAt),
    })
    .from(
      sql`(select ${userId} as user_id, ${place} as place, ${pass}::text as pass from ${from}
        group by 1 offset 0) as found`,
    )
    .innerJoin(subscriptions, sql`${subscriptions.id} = (${chosen})`)
    .innerJoin(users, sql`${users.id} = found.user_id`)
    .leftJoin(subscriptionPlans, eq(subscriptionPlans.id, subscriptions.planId))
    .orderBy(sql`found.place, found.user_id`)
    .limit(inText(limit))
}

/** The customer of a pass. A pass without an account has none. */
export async function findCustomer(db: Queryable, scope: OneMerchant, subscriptionId: string) {
  const [row] = await db
    .select({ userId: users.id, displayName: users.displayName })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(scopeWhere(scope, subscriptions.merchantId), eq(subscriptions.id, subscriptionId)))
  return row
}

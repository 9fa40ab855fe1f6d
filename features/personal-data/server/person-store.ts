import { and, count, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { runningStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable } from '@quaff/platform/server'
import type { KeptFigures } from '../contract'

export async function findPerson(db: Queryable, userId: string) {
  const [row] = await db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, userId))
  return row
}

export async function countFiguresOf(db: Queryable, userId: string): Promise<KeptFigures> {
  const theirs = eq(subscriptions.userId, userId)
  const [scans] = await db.select({ count: count() }).from(redemptions).where(eq(redemptions.userId, userId))
  return {
    subscriptions: await db.$count(subscriptions, theirs),
    runningSubscriptions: await db.$count(
      subscriptions,
      and(theirs, inArray(subscriptions.status, [...runningStatuses])),
    ),
    redemptions: scans?.count ?? 0,
  }
}

const others = alias(users, 'others')

/** The account's address and previous ones that no other account uses. */
export async function listAddressesOf(db: Queryable, userId: string) {
  const former = sql<string>`${userActivity.details} ->> 'formerAddress'`
  const held = db
    .select({ id: others.id })
    .from(others)
    .where(sql`${others.email} = ${former}`)
  const person = await findPerson(db, userId)
  const before = await db
    .selectDistinct({ email: former })
    .from(userActivity)
    .where(and(eq(userActivity.userId, userId), isNotNull(former), notExists(held)))
  return [...new Set([person, ...before].flatMap((one) => one?.email ?? []))]
}

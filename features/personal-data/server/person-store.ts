import { and, count, eq, inArray } from 'drizzle-orm'
import { redemptions } from '@quaff/features/redemptions/tables'
import { runningStatuses } from '@quaff/features/subscriptions/contract'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { users } from '@quaff/features/users/tables'
import type { Queryable } from '@quaff/platform/server/context'
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

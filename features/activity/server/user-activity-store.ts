import { and, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@quaff/features/accounts/tables'
import {
  type Context,
  importedRows,
  inText,
  nameOrEmail,
  newestFirst,
  pick,
  type Queryable,
  type Transaction,
} from '@quaff/platform/server'
import type { NewUserActivity } from '../user-activity-contract'
import { userActivity } from './tables'

const longestUserAgent = 512

/** Writes in the transaction of the recorded action. The server sets time and program, so the caller cannot forge them. */
export async function addUserActivity(
  ctx: Context,
  tx: Transaction,
  { userId, action, details = {} }: NewUserActivity,
) {
  await tx
    .insert(userActivity)
    .values({
      id: ctx.ids.newId('act'),
      userId,
      action,
      details,
      userAgent: ctx.request.userAgent.slice(0, longestUserAgent),
      occurredAt: ctx.clock.now(),
    })
}

/** Only sign-ins and proofs record a browser. Takes equally long for an unknown user, whose id is empty. */
export async function hasSignedInWith(db: Queryable, query: { userId: string; browser: string; since: Date }) {
  const [row] = await db
    .select({ id: userActivity.id })
    .from(userActivity)
    .where(
      and(
        eq(userActivity.userId, query.userId),
        gt(userActivity.occurredAt, query.since),
        sql`${userActivity.details} ->> 'browser' = ${query.browser}`,
      ),
    )
    .limit(1)
  return row !== undefined
}

export async function hasUser(db: Queryable, userId: string) {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).limit(1)
  return row !== undefined
}

const others = alias(users, 'others')

/** Newest first, along the index `user_activity_user`. */
export function userActivityQuery(db: Queryable, query: { userId: string; since: Date; limit: number }) {
  return db
    .select({
      ...pick(userActivity, 'id', 'userId', 'action', 'details', 'userAgent', 'occurredAt'),
      byName: nameOrEmail(others.displayName, others.email),
      byRole: others.role,
    })
    .from(userActivity)
    .leftJoin(others, eq(others.id, sql`${userActivity.details} ->> 'by'`))
    .where(and(eq(userActivity.userId, query.userId), gte(userActivity.occurredAt, query.since)))
    .orderBy(newestFirst(userActivity.occurredAt), desc(userActivity.id))
    .limit(inText(query.limit))
}
export type UserActivityRow = Awaited<ReturnType<typeof userActivityQuery>>[number]

/** All that was noted about the person, with the programs they used. Returns the addresses that the account had before. */
export async function forgetUserActivity(tx: Transaction, userId: string) {
  const forgotten = await tx
    .delete(userActivity)
    .where(eq(userActivity.userId, userId))
    .returning({ formerAddress: sql<string | null>`${userActivity.details} ->> 'formerAddress'` })
  return forgotten.flatMap(({ formerAddress }) => formerAddress ?? [])
}

/** The ids of entries from before `before`, at most `limit`, in one pass over the table. */
export async function listOldUserActivity(db: Queryable, before: Date, limit: number) {
  const rows = await db
    .select({ id: userActivity.id })
    .from(userActivity)
    .where(lt(userActivity.occurredAt, before))
    .limit(inText(limit))
  return rows.map(({ id }) => id)
}

export async function deleteUserActivity(db: Queryable, ids: readonly string[]) {
  if (ids.length > 0) await db.delete(userActivity).where(inArray(userActivity.id, [...ids]))
}

export const activityDocumentRows = importedRows(userActivity, [userActivity.id])

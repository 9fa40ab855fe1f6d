import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context, Queryable, Transaction } from '@quaff/platform/server/context'
import type { UserActivityAction, UserActivityDetails } from '../../user-activity/contract'
import { userActivity } from '../tables'

const longestUserAgent = 512

export type NewUserActivity = { userId: string; action: UserActivityAction; details?: UserActivityDetails }

/** In the transaction of what it tells of. The server fills in time and program; the caller can forge neither. */
export async function addUserActivity(
  ctx: Context,
  tx: Transaction,
  { userId, action, details = {} }: NewUserActivity,
): Promise<void> {
  await tx.insert(userActivity).values({
    id: ctx.ids.newId('act'),
    userId,
    action,
    details,
    userAgent: ctx.request.userAgent.slice(0, longestUserAgent),
    occurredAt: ctx.clock.now(),
  })
}

/** Reads the same for an unknown person, whose id is empty. */
export async function hasSignedInFrom(
  db: Queryable,
  query: { userId: string; network: string; since: Date },
): Promise<boolean> {
  const [row] = await db
    .select({ id: userActivity.id })
    .from(userActivity)
    .where(
      and(
        eq(userActivity.userId, query.userId),
        eq(userActivity.action, 'sign_in'),
        gt(userActivity.occurredAt, query.since),
        sql`${userActivity.details} ->> 'network' = ${query.network}`,
      ),
    )
    .limit(1)
  return row !== undefined
}

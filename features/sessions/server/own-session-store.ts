import { and, desc, eq, gt } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { sessions } from './tables'

/** Expired ones open nothing and are not shown. */
export async function listSessionsOf(db: Queryable, userId: string, now: Date) {
  return db
    .select(pick(sessions, 'id', 'userAgent', 'network', 'createdAt', 'lastSeenAt'))
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
}

/** The session that ended; undefined when the person has none of that id. */
export async function deleteSessionOf(tx: Transaction, userId: string, sessionId: string) {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ userAgent: sessions.userAgent })
  return row
}

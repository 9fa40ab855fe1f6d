import { and, desc, eq, gt } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { sessions } from '../tables'

/** Expired ones open nothing and are not shown. */
export async function listSessionsOf(db: Queryable, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      network: sessions.network,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
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

import { and, eq, isNotNull } from 'drizzle-orm'
import { pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { singleSignOnLinks, singleSignOnSessions } from '../../server/tables'

type Person = { issuer: string; subject: string }

export async function findLinkedUser(db: Queryable, { issuer, subject }: Person) {
  const [row] = await db
    .select({ userId: singleSignOnLinks.userId })
    .from(singleSignOnLinks)
    .where(and(eq(singleSignOnLinks.issuer, issuer), eq(singleSignOnLinks.subject, subject)))
  return row?.userId ?? null
}

const linkOf = (userId: string, issuer: string) =>
  and(eq(singleSignOnLinks.userId, userId), eq(singleSignOnLinks.issuer, issuer))

export async function findLink(db: Queryable, userId: string, issuer: string) {
  const [row] = await db
    .select(pick(singleSignOnLinks, 'subject', 'linkedAt', 'lastUsedAt'))
    .from(singleSignOnLinks)
    .where(linkOf(userId, issuer))
  return row ?? null
}

/** Returns false if one of the two was linked concurrently. */
export async function insertLink(tx: Transaction, { now, ...link }: Person & { userId: string; now: Date }) {
  const inserted = await tx
    .insert(singleSignOnLinks)
    .values({ ...link, linkedAt: now, lastUsedAt: now })
    .onConflictDoNothing()
    .returning({ userId: singleSignOnLinks.userId })
  return inserted.length > 0
}

export async function markLinkUsed(tx: Transaction, userId: string, issuer: string, now: Date) {
  await tx.update(singleSignOnLinks).set({ lastUsedAt: now }).where(linkOf(userId, issuer))
}

export async function deleteLink(tx: Transaction, userId: string, issuer: string) {
  const deleted = await tx
    .delete(singleSignOnLinks)
    .where(linkOf(userId, issuer))
    .returning({ userId: singleSignOnLinks.userId })
  return deleted.length > 0
}

/** Removes the link with any provider. Returns false if there was none. */
export async function removeSingleSignOn(tx: Transaction, userId: string) {
  const removed = await tx
    .delete(singleSignOnLinks)
    .where(eq(singleSignOnLinks.userId, userId))
    .returning({ userId: singleSignOnLinks.userId })
  return removed.length > 0
}

export async function insertProviderSession(tx: Transaction, row: typeof singleSignOnSessions.$inferInsert) {
  await tx.insert(singleSignOnSessions).values(row)
}

/** The second step has opened the session. */
export async function moveToSession(tx: Transaction, challengeId: string, sessionId: string) {
  await tx
    .update(singleSignOnSessions)
    .set({ sessionId, challengeId: null })
    .where(eq(singleSignOnSessions.challengeId, challengeId))
}

/** Null where the session was not opened by way of a provider. */
export async function findProviderSession(db: Queryable, sessionId: string) {
  const [row] = await db
    .select(pick(singleSignOnSessions, 'id', 'issuer', 'idTokenSealed'))
    .from(singleSignOnSessions)
    .where(eq(singleSignOnSessions.sessionId, sessionId))
  return row ?? null
}

type EndedThere = { issuer: string; subject?: string; sessionId?: string }

const isEnded = ({ issuer, subject, sessionId }: EndedThere) =>
  and(
    eq(singleSignOnSessions.issuer, issuer),
    subject === undefined ? undefined : eq(singleSignOnSessions.subject, subject),
    sessionId === undefined ? undefined : eq(singleSignOnSessions.providerSessionId, sessionId),
  )

export async function listSessionsOfProvider(tx: Transaction, ended: EndedThere) {
  const rows = await tx
    .select({ sessionId: singleSignOnSessions.sessionId })
    .from(singleSignOnSessions)
    .where(and(isEnded(ended), isNotNull(singleSignOnSessions.sessionId)))
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Returns sign-ins that wait for their second step. */
export async function listChallengesOfProvider(tx: Transaction, ended: EndedThere) {
  const rows = await tx
    .select({ challengeId: singleSignOnSessions.challengeId })
    .from(singleSignOnSessions)
    .where(and(isEnded(ended), isNotNull(singleSignOnSessions.challengeId)))
  return rows.flatMap(({ challengeId }) => challengeId ?? [])
}

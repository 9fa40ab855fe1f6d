import { and, eq, isNotNull } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { singleSignOnSessions } from './tables'

export async function insertProviderSession(
  tx: Transaction,
  row: typeof singleSignOnSessions.$inferInsert,
): Promise<void> {
  await tx.insert(singleSignOnSessions).values(row)
}

/** The second step has opened the session. */
export async function moveToSession(tx: Transaction, challengeId: string, sessionId: string): Promise<void> {
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

export type EndedThere = { issuer: string; subject?: string; sessionId?: string }

const isEnded = ({ issuer, subject, sessionId }: EndedThere) =>
  and(
    eq(singleSignOnSessions.issuer, issuer),
    subject === undefined ? undefined : eq(singleSignOnSessions.subject, subject),
    sessionId === undefined ? undefined : eq(singleSignOnSessions.providerSessionId, sessionId),
  )

export async function listSessionsOfProvider(tx: Transaction, ended: EndedThere): Promise<string[]> {
  const rows = await tx
    .select({ sessionId: singleSignOnSessions.sessionId })
    .from(singleSignOnSessions)
    .where(and(isEnded(ended), isNotNull(singleSignOnSessions.sessionId)))
  return rows.flatMap(({ sessionId }) => sessionId ?? [])
}

/** Of sign-ins that wait for their second step. */
export async function listChallengesOfProvider(tx: Transaction, ended: EndedThere): Promise<string[]> {
  const rows = await tx
    .select({ challengeId: singleSignOnSessions.challengeId })
    .from(singleSignOnSessions)
    .where(and(isEnded(ended), isNotNull(singleSignOnSessions.challengeId)))
  return rows.flatMap(({ challengeId }) => challengeId ?? [])
}

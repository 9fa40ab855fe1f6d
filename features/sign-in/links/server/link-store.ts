import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { sessionLimits } from '@quaff/features/sessions/contract'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { signInLinks, type LinkPurpose } from '../../server/tables'

export async function insertLink(tx: Transaction, row: typeof signInLinks.$inferInsert): Promise<void> {
  await tx.insert(signInLinks).values(row)
}

/** Links that were replaced never open again. */
export async function deleteUnusedLinks(tx: Transaction, userId: string, purpose: LinkPurpose): Promise<void> {
  await tx
    .delete(signInLinks)
    .where(and(eq(signInLinks.userId, userId), eq(signInLinks.purpose, purpose), isNull(signInLinks.usedAt)))
}

/** The invitation was accepted, by whichever way: its links let nobody in any more, and say that it was used. */
export async function closeInvitationLinks(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(signInLinks)
    .set({ usedAt: now })
    .where(and(eq(signInLinks.userId, userId), eq(signInLinks.purpose, 'invitation'), isNull(signInLinks.usedAt)))
}

export type LinkQuery = { tokenHash: string; purposes: readonly LinkPurpose[]; email?: string; now: Date }

/** What a clock wrote that was set back since would open for longer than it may. */
const latestHonest = (now: Date) => new Date(now.getTime() + sessionLimits.clockToleranceMs)

const isOpen = ({ tokenHash, purposes, email, now }: LinkQuery) =>
  and(
    eq(signInLinks.tokenHash, tokenHash),
    inArray(signInLinks.purpose, [...purposes]),
    isNull(signInLinks.usedAt),
    gt(signInLinks.expiresAt, now),
    lte(signInLinks.createdAt, latestHonest(now)),
    email === undefined ? undefined : eq(signInLinks.email, email),
  )

/** A link that may still be used, of an account that still has the address it was mailed to. */
export async function findOpenLink(db: Queryable, query: LinkQuery) {
  const [row] = await db
    .select({
      userId: signInLinks.userId,
      email: signInLinks.email,
      purpose: signInLinks.purpose,
      status: users.status,
    })
    .from(signInLinks)
    .innerJoin(users, and(eq(users.id, signInLinks.userId), eq(users.email, signInLinks.email)))
    .where(isOpen(query))
    .limit(1)
  return row ?? null
}

/** Why a link does not open, for whoever holds it. Not known: never mailed, replaced by a newer one, or cleared away. */
export async function findClosedState(
  db: Queryable,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<'used' | 'expired' | 'unknown'> {
  const [row] = await db
    .select({ usedAt: signInLinks.usedAt, expiresAt: signInLinks.expiresAt, createdAt: signInLinks.createdAt })
    .from(signInLinks)
    .where(eq(signInLinks.tokenHash, tokenHash))
    .limit(1)
  if (row?.usedAt) return 'used'
  return row && (row.expiresAt <= now || row.createdAt > latestHonest(now)) ? 'expired' : 'unknown'
}

/** The first time that the page behind the link asks: a step of the invitation's timeline. */
export async function markLinkOpened(db: Queryable, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(signInLinks)
    .set({ openedAt: now })
    .where(and(eq(signInLinks.tokenHash, tokenHash), isNull(signInLinks.openedAt)))
}

/**
 * The one conditional update that makes a link single use; the userId of whoever wins. The person is locked before it, as
 * before every write to a link or code of theirs: locked the other way round two would wait for each other.
 */
export async function consumeLink(
  tx: Transaction,
  query: LinkQuery,
): Promise<{ userId: string; email: string } | null> {
  const [row] = await tx
    .update(signInLinks)
    .set({ usedAt: query.now })
    .where(isOpen(query))
    .returning({ userId: signInLinks.userId, email: signInLinks.email })
  return row ?? null
}

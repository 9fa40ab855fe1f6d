import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitedToOf } from '@quaff/features/accounts/rules'
import { users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { pick } from '@quaff/platform/server/rows/pick'
import { merchantInvitations } from '../merchant-invitations/server/tables'

const dayMs = 86_400_000
/** How long an owner still sees an invitation that was not accepted. */
const expiredKeptMs = 30 * dayMs

export type OpenInvitation = Pick<
  typeof merchantInvitations.$inferSelect,
  'id' | 'email' | 'merchantId' | 'role' | 'tokenHash' | 'invitedBy'
>

const opened = pick(merchantInvitations, 'id', 'email', 'merchantId', 'role', 'tokenHash', 'invitedBy')
const isOpen = (now: Date) => and(isNull(merchantInvitations.acceptedAt), gt(merchantInvitations.expiresAt, now))

/** Those that one link still accepts. */
export async function findOpenInvitations(
  db: Queryable,
  { tokenHash, email, now }: { tokenHash: string; email?: string; now: Date },
): Promise<OpenInvitation[]> {
  return db
    .select(opened)
    .from(merchantInvitations)
    .where(
      and(
        eq(merchantInvitations.tokenHash, tokenHash),
        isOpen(now),
        email === undefined ? undefined : eq(merchantInvitations.email, email),
      ),
    )
    .orderBy(merchantInvitations.id)
}

/** Those of the newest email to the address. */
export async function findNewestInvitations(
  db: Queryable,
  { email, now }: { email: string; now: Date },
): Promise<OpenInvitation[]> {
  const rows = await db
    .select(opened)
    .from(merchantInvitations)
    .where(and(eq(merchantInvitations.email, email), isOpen(now)))
    .orderBy(desc(merchantInvitations.sentAt), merchantInvitations.id)
  return rows.filter(({ tokenHash }) => tokenHash === rows[0]?.tokenHash)
}

/** Returns why a link accepts nothing; unknown if none was mailed, or a newer one replaced it. */
export async function findClosedInvitation(db: Queryable, tokenHash: string): Promise<'used' | 'expired' | 'unknown'> {
  const rows = await db
    .select({ acceptedAt: merchantInvitations.acceptedAt })
    .from(merchantInvitations)
    .where(eq(merchantInvitations.tokenHash, tokenHash))
  if (rows.length === 0) return 'unknown'
  return rows.some((row) => row.acceptedAt === null) ? 'expired' : 'used'
}

/** Who invites to what, as the email and the page behind its link say it. */
export async function describeInvitations(
  db: Queryable,
  invitations: readonly [OpenInvitation, ...OpenInvitation[]],
): Promise<InvitedTo> {
  const [{ role, invitedBy }] = invitations
  const venues = await db
    .select({ name: merchants.name })
    .from(merchants)
    .where(
      inArray(
        merchants.id,
        invitations.map(({ merchantId }) => merchantId),
      ),
    )
    .orderBy(merchants.name)
  const [inviter] = await db
    .select({ name: users.displayName })
    .from(users)
    .where(eq(users.id, invitedBy ?? ''))
  return invitedToOf({ role, inviter: inviter?.name ?? null, venues: venues.map(({ name }) => name), applied: null })
}

/** Returns false if one of them was accepted, revoked or sent again a moment ago. */
export async function markAccepted(
  tx: Transaction,
  invitations: readonly OpenInvitation[],
  now: Date,
): Promise<boolean> {
  const ids = invitations.map(({ id }) => id)
  const tokens = invitations.map(({ tokenHash }) => tokenHash)
  const accepted = await tx
    .update(merchantInvitations)
    .set({ acceptedAt: now })
    .where(and(inArray(merchantInvitations.id, ids), inArray(merchantInvitations.tokenHash, tokens), isOpen(now)))
    .returning({ id: merchantInvitations.id })
  return accepted.length === ids.length
}

/** The person was erased or deleted: their address goes from the lists of the owners who invited it. */
export async function forgetInvitations(tx: Transaction, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await tx.delete(merchantInvitations).where(inArray(merchantInvitations.email, [...emails]))
}

/** A link that was used says so for a day longer than it would have worked. */
export async function deleteOldInvitations(db: Queryable, now: Date): Promise<void> {
  const { acceptedAt, expiresAt } = merchantInvitations
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .delete(merchantInvitations)
    .where(or(lt(expiresAt, before(expiredKeptMs)), and(isNotNull(acceptedAt), lt(expiresAt, before(dayMs)))))
}

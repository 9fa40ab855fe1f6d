import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { InvitedTo } from '@quaff/features/accounts/contract'
import { invitedToOf } from '@quaff/features/accounts/rules'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { merchantInvitations } from './tables'

const dayMs = 86_400_000

/** How long an owner sees an expired invitation. */
const expiredKeptMs = 30 * dayMs

const kept = ['id', 'email', 'merchantId', 'role', 'displayName', 'phoneNumber', 'tokenHash', 'invitedBy'] as const
export type OpenInvitation = Pick<typeof merchantInvitations.$inferSelect, (typeof kept)[number]>

const opened = pick(merchantInvitations, ...kept)
const isOpen = (now: Date) => and(isNull(merchantInvitations.acceptedAt), gt(merchantInvitations.expiresAt, now))

/** The ones that a link still accepts. */
export async function findOpenInvitations(
  db: Queryable,
  { tokenHash, email, now }: { tokenHash: string; email?: string; now: Date },
) {
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

/** The ones of the newest email to the address. */
export async function findNewestInvitations(db: Queryable, { email, now }: { email: string; now: Date }) {
  const rows = await db
    .select(opened)
    .from(merchantInvitations)
    .where(and(eq(merchantInvitations.email, email), isOpen(now)))
    .orderBy(desc(merchantInvitations.sentAt), merchantInvitations.id)
  return rows.filter(({ tokenHash }) => tokenHash === rows[0]?.tokenHash)
}

/** Returns why a link is not usable; unknown if it was never emailed or a newer one replaced it. */
export async function findClosedInvitation(db: Queryable, tokenHash: string): Promise<'used' | 'expired' | 'unknown'> {
  const rows = await db
    .select({ acceptedAt: merchantInvitations.acceptedAt })
    .from(merchantInvitations)
    .where(eq(merchantInvitations.tokenHash, tokenHash))
  if (rows.length === 0) return 'unknown'
  return rows.some((row) => row.acceptedAt === null) ? 'expired' : 'used'
}

/** Inviter and merchants, for the email and the page of its link. */
export async function describeInvitations(db: Queryable, invitations: readonly [OpenInvitation, ...OpenInvitation[]]) {
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
export async function markAccepted(tx: Transaction, invitations: readonly OpenInvitation[], now: Date) {
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
export async function forgetInvitations(tx: Transaction, emails: readonly string[]) {
  if (emails.length > 0) await tx.delete(merchantInvitations).where(inArray(merchantInvitations.email, [...emails]))
}

/** A link that was used says so for a day longer than it would have worked. */
export async function deleteOldInvitations(db: Queryable, now: Date) {
  const { acceptedAt, expiresAt } = merchantInvitations
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .delete(merchantInvitations)
    .where(or(lt(expiresAt, before(expiredKeptMs)), and(isNotNull(acceptedAt), lt(expiresAt, before(dayMs)))))
}

const inviters = alias(users, 'inviters')

/** Inviter and merchants, for the email and the page of its link. */
export async function findInvitedTo(db: Queryable, userId: string): Promise<InvitedTo | null> {
  const [row] = await db
    .select({
      role: pendingInvitations.role,
      inviter: inviters.displayName,
      venues: sql<string[]>`array(
        select ${merchants.name} from ${merchants}
        where ${merchants.id} = any(${pendingInvitations.merchantIds}) order by ${merchants.name}
      )`,
      /** Name of a merchant that is not set up yet. */
      applied: sql<string | null>`(
        select ${merchantApplications.business} ->> 'name' from ${merchantApplications}
        where ${merchantApplications.userId} = ${pendingInvitations.userId}
        order by ${merchantApplications.createdAt} desc limit 1
      )`,
    })
    .from(pendingInvitations)
    .leftJoin(inviters, eq(inviters.id, pendingInvitations.invitedBy))
    .where(eq(pendingInvitations.userId, userId))
    .limit(1)
  return row ? invitedToOf(row) : null
}

const notAccepted = isNull(merchantInvitations.acceptedAt)

/** Returns false if one of the merchants has invited the address already; then nothing is written. */
export async function insertInvitations(tx: Transaction, rows: (typeof merchantInvitations.$inferInsert)[]) {
  const inserted = await tx
    .insert(merchantInvitations)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: merchantInvitations.id })
  if (inserted.length === rows.length) return true
  const ids = inserted.map(({ id }) => id)
  if (ids.length > 0) await tx.delete(merchantInvitations).where(inArray(merchantInvitations.id, ids))
  return false
}

const inScope = (scope: MerchantScope, invitationId: string) =>
  and(notAccepted, scopeWhere(scope, merchantInvitations.merchantId), eq(merchantInvitations.id, invitationId))

export async function isInvitationInScope(db: Queryable, scope: MerchantScope, invitationId: string) {
  return (await db.$count(merchantInvitations, inScope(scope, invitationId))) > 0
}

export async function lockInvitation(tx: Transaction, scope: MerchantScope, invitationId: string) {
  const [row] = await tx.select().from(merchantInvitations).where(inScope(scope, invitationId)).for('update')
  return row
}

type SentAgain = { tokenHash: string; sentAt: Date; expiresAt: Date; invitedBy: string }

/** The earlier link no longer accepts this invitation. */
export async function saveSentAgain(tx: Transaction, invitationId: string, sent: SentAgain) {
  await tx.update(merchantInvitations).set(sent).where(eq(merchantInvitations.id, invitationId))
}

export async function deleteInvitation(tx: Transaction, scope: MerchantScope, invitationId: string) {
  const [row] = await tx
    .delete(merchantInvitations)
    .where(inScope(scope, invitationId))
    .returning(pick(merchantInvitations, 'id', 'merchantId', 'role'))
  return row
}

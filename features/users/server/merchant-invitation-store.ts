import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import { type MerchantScope, scopeWhere } from '@quaff/features/sessions/server'
import { merchantInvitations } from '@quaff/features/sign-in/tables'
import { inText, pick, type Queryable, sendMailKind, type Transaction } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { type ListInvitationsInput, merchantInvitationLimits } from '../invitations-contract'
import { usersInScope } from './user-filter-store'

const notAccepted = isNull(merchantInvitations.acceptedAt)

export function listInvitationRows(db: Queryable, scope: MerchantScope, { merchantId }: ListInvitationsInput) {
  return db
    .select({
      ...pick(merchantInvitations, 'id', 'email', 'role', 'merchantId', 'sentAt', 'expiresAt'),
      merchantName: merchants.name,
    })
    .from(merchantInvitations)
    .innerJoin(merchants, eq(merchants.id, merchantInvitations.merchantId))
    .where(
      and(
        notAccepted,
        scopeWhere(scope, merchantInvitations.merchantId),
        merchantId === undefined ? undefined : eq(merchantInvitations.merchantId, merchantId),
      ),
    )
    .orderBy(desc(merchantInvitations.createdAt), merchantInvitations.id)
    .limit(inText(merchantInvitationLimits.shown))
}

/** Returns the status of the person with this address on the merchant's team. */
export async function findStatusOnTeam(
  tx: Transaction,
  scope: MerchantScope,
  { email, merchantIds }: { email: string; merchantIds: readonly string[] },
) {
  const [row] = await tx
    .select({ status: users.status })
    .from(users)
    .innerJoin(userMerchants, eq(userMerchants.userId, users.id))
    .where(and(usersInScope(scope), eq(users.email, email), inArray(userMerchants.merchantId, [...merchantIds])))
    .limit(1)
  return row?.status
}

/** Returns true for the owner on record of any merchant. */
export async function isOwnerOnRecord(tx: Transaction, userId: string) {
  const [row] = await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.ownerId, userId)).limit(1)
  return row !== undefined
}

/** Ordered by name. */
export function listJoinedMerchants(tx: Transaction, merchantIds: readonly string[]) {
  return tx
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.id, [...merchantIds]))
    .orderBy(merchants.name, merchants.id)
}

/** Returns the newest invitation email to the address since the invitation was created; undefined if there is none. */
export async function findInvitationMail(db: Queryable, email: string, since: Date) {
  const [mail] = await db
    .select({
      sentAt: outboxMails.sentAt,
      hasFailed: sql<boolean>`${jobs.deadAt} is not null`,
      attempts: sql<number>`coalesce(${jobs.attempts}, 0)`,
    })
    .from(outboxMails)
    .leftJoin(jobs, and(eq(jobs.kind, sendMailKind), eq(sql`${jobs.payload} ->> 'mailId'`, outboxMails.id)))
    .where(
      and(eq(outboxMails.toAddress, email), eq(outboxMails.template, 'invitation'), gte(outboxMails.createdAt, since)),
    )
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(inText(1))
  return mail
}

export async function findInvitationLink(db: Queryable, userId: string) {
  const [link] = await db
    .select(pick(oneTimeSecrets, 'expiresAt', 'openedAt'))
    .from(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.userId, userId), eq(oneTimeSecrets.purpose, 'invitation')))
    .orderBy(desc(oneTimeSecrets.createdAt))
    .limit(inText(1))
  return link
}

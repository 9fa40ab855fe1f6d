import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { oneTimeSecrets } from '@quaff/features/one-time-secrets/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
import { inText } from '@quaff/platform/server/rows/in-text'
import { pick } from '@quaff/platform/server/rows/pick'
import { jobs, outboxMails } from '@quaff/platform/server/tables'

/** The newest invitation mail to the address since the invitation was written; undefined when there is none. */
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

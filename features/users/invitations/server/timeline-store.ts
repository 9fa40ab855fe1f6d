import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { signInLinks } from '@quaff/features/sign-in/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
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
    .limit(1)
  return mail
}

export async function findInvitationLink(db: Queryable, userId: string) {
  const [link] = await db
    .select({ expiresAt: signInLinks.expiresAt, openedAt: signInLinks.openedAt })
    .from(signInLinks)
    .where(and(eq(signInLinks.userId, userId), eq(signInLinks.purpose, 'invitation')))
    .orderBy(desc(signInLinks.createdAt))
    .limit(1)
  return link
}

import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Services, Transaction } from '../context'
import { enqueueJob, type JobHandler } from '../jobs'
import type { Mailer } from '../ports'
import { jobs, outboxMails } from '../tables'
import { type MailContent, renderMail, withSupport } from './render-mail'

export { type MailContent, renderMail, withSupport }

export const sendMailKind = 'send_mail'

/** About a night of trying, with the job's back-off. */
const maxAttempts = 40

/** One less than the slots of a process. */
const atMost = 4

type NewMail = MailContent & {
  to: string
  /** The address was made up for an imported record without one: nothing is written. */
  isPlaceholder?: boolean
}

/** Queues an email that leaves after the transaction commits; a dead mail server delays the email, not the caller. */
export async function queueMail(ctx: Pick<Services, 'ids' | 'clock' | 'settings'>, tx: Transaction, mail: NewMail) {
  if (mail.isPlaceholder) return
  const id = ctx.ids.newId('mail')
  const { to: toAddress, template } = mail
  await tx.insert(outboxMails).values({ id, toAddress, template, ...renderMail(ctx, mail), createdAt: ctx.clock.now() })
  await enqueueJob(ctx, tx, { kind: sendMailKind, payload: { mailId: id } })
}

/** Header and footer data that is added when an email is sent. */
export type MailEnds = {
  /** Address for replies and questions; null for the sender. */
  findSupportAddress(db: Database): Promise<string | null>
  /** Link to stop this kind of email; null if it is not optional. */
  unsubscribeUrl(template: string, supportAddress: string | null): string | null
}

const plainEnds: MailEnds = { findSupportAddress: async () => null, unsubscribeUrl: () => null }

export function sendMailHandler(mailer: Mailer, ends: MailEnds = plainEnds): JobHandler {
  return {
    maxAttempts,
    atMost,
    async run({ db, clock }, { mailId }) {
      const [mail] = await db
        .select()
        .from(outboxMails)
        .where(eq(outboxMails.id, String(mailId)))
      if (!mail || mail.sentAt) return
      const { id, toAddress: to, template, subject } = mail
      const replyTo = await ends.findSupportAddress(db)
      const unsubscribeUrl = ends.unsubscribeUrl(template, replyTo)
      await mailer.send({ id, to, subject, ...withSupport(mail, replyTo), replyTo, unsubscribeUrl })
      // The links and codes in it must not lie here longer than the delivery takes.
      await db.update(outboxMails).set({ sentAt: clock.now(), html: '', text: '' }).where(eq(outboxMails.id, id))
    },
  }
}

/**
 * Deletes unsent emails to these addresses. Sent ones keep kind and times, with `placeholder` as the address; an
 * email that is at the mail server already still arrives.
 */
export async function forgetMails(tx: Transaction, addresses: readonly string[], placeholder: string) {
  if (addresses.length === 0) return
  const theirs = inArray(outboxMails.toAddress, [...addresses])
  const unsent = await tx
    .delete(outboxMails)
    .where(and(theirs, isNull(outboxMails.sentAt)))
    .returning({ id: outboxMails.id })
  if (unsent.length > 0)
    await tx.delete(jobs).where(
      and(
        eq(jobs.kind, sendMailKind),
        inArray(
          sql`${jobs.payload} ->> 'mailId'`,
          unsent.map(({ id }) => id),
        ),
      ),
    )
  await tx.update(outboxMails).set({ toAddress: placeholder, subject: '', html: '', text: '' }).where(theirs)
}

const keptMs = 90 * 86_400_000

/**
 * Deletes sent emails after 90 days: until then a user may ask about them. Failed emails stay with their job, because
 * its last error may contain the address and erasure finds one by the other.
 */
export async function pruneMails({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await db.delete(outboxMails).where(lt(outboxMails.sentAt, new Date(clock.now().getTime() - keptMs)))
}

import type { ReactElement } from 'react'
import { eq } from 'drizzle-orm'
import type { Services, Transaction } from '../context'
import { enqueueJob, type JobHandler } from '../jobs'
import type { Mailer } from '../ports'
import { outboxMails } from '../tables'
import { renderMail } from './render-mail'

export { renderMail }

export const sendMailKind = 'send_mail'

/** About a night of trying, with the job's back-off. */
const maxAttempts = 40

export type NewMail = {
  to: string
  /** The address was made up for an imported record without one: nothing is written. */
  isPlaceholder?: boolean
  template: string
  subject: string
  body: ReactElement
  /** Says what whoever did not cause it should do, so the mail does not end with "you can ignore it". */
  isWarning?: boolean
}

/** Leaves when the transaction has committed; a dead mail server delays the mail, not the caller. */
export async function queueMail(ctx: Pick<Services, 'ids' | 'clock'>, tx: Transaction, mail: NewMail): Promise<void> {
  if (mail.isPlaceholder) return
  const id = ctx.ids.newId('mail')
  const { to: toAddress, template, subject, body, isWarning } = mail
  await tx
    .insert(outboxMails)
    .values({ id, toAddress, template, subject, ...renderMail(subject, body, isWarning), createdAt: ctx.clock.now() })
  await enqueueJob(ctx, tx, { kind: sendMailKind, payload: { mailId: id } })
}

export function sendMailHandler(mailer: Mailer): JobHandler {
  return {
    maxAttempts,
    async run({ db, clock }, { mailId }) {
      const [mail] = await db
        .select()
        .from(outboxMails)
        .where(eq(outboxMails.id, String(mailId)))
      if (!mail || mail.sentAt) return
      const { id, toAddress: to, subject, html, text } = mail
      await mailer.send({ id, to, subject, html, text })
      // The links and codes in it must not lie here longer than the delivery takes.
      await db.update(outboxMails).set({ sentAt: clock.now(), html: '', text: '' }).where(eq(outboxMails.id, id))
    },
  }
}

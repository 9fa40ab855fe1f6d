import { desc, eq } from 'drizzle-orm'
import type { Services } from '@quaff/platform/server'
import { outboxMails } from '@quaff/platform/server/tables'

export type QueuedMail = {
  template: string
  subject: string
  html: string
  text: string
  /** The first address in the text. */
  link: string | undefined
  /** The six digits in the text. */
  code: string | undefined
}

/** Returns the emails to `address`, newest first. */
export async function mailsTo(services: Services, address: string): Promise<QueuedMail[]> {
  const rows = await services.db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.toAddress, address))
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
  return rows.map(({ template, subject, html, text }) => ({
    template,
    subject,
    html,
    text,
    link: /https?:\/\/\S+/.exec(text)?.[0],
    code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0],
  }))
}

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../context'
import { jobs, outboxMails } from '../tables'
import { sendMailKind } from './outbox'

/**
 * Mails to these addresses that have not left, waiting or given up, never do. Of those that left the kind and the times
 * stay, with `placeholder` where the address stood. One that is being handed to the mail server at this moment arrives.
 */
export async function forgetMails(tx: Transaction, addresses: readonly string[], placeholder: string): Promise<void> {
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

import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '@quaff/platform/server/context'
import type { MailboxPurpose } from '../contract'
import { mailboxCodes, mailboxProofs } from './tables'

export type Mailbox = { email: string; purpose: MailboxPurpose }

/** A new code replaces the older ones: tries are not gathered over several. */
export async function replaceMailboxCode(tx: Transaction, row: typeof mailboxCodes.$inferInsert): Promise<void> {
  await tx.delete(mailboxCodes).where(and(ofMailbox(row), isNull(mailboxCodes.usedAt)))
  await tx.insert(mailboxCodes).values(row)
}

/** Counts one try before the code is compared, so that parallel guesses are counted too; null without tries left. */
export async function takeMailboxTry(
  db: Database,
  { email, purpose, tries, now }: Mailbox & { tries: number; now: Date },
) {
  const open = db
    .select({ id: mailboxCodes.id })
    .from(mailboxCodes)
    .where(and(ofMailbox({ email, purpose }), isNull(mailboxCodes.usedAt), gt(mailboxCodes.expiresAt, now)))
    .orderBy(desc(mailboxCodes.createdAt))
    .limit(1)
  const [row] = await db
    .update(mailboxCodes)
    .set({ attempts: sql`${mailboxCodes.attempts} + 1` })
    .where(and(eq(mailboxCodes.id, sql`(${open})`), lt(mailboxCodes.attempts, tries)))
    .returning({ id: mailboxCodes.id, codeHash: mailboxCodes.codeHash })
  return row ?? null
}

/** False: of two at the same time the other one came first. */
export async function useMailboxCode(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(mailboxCodes)
    .set({ usedAt: now })
    .where(and(eq(mailboxCodes.id, id), isNull(mailboxCodes.usedAt)))
    .returning({ id: mailboxCodes.id })
  return used.length > 0
}

export async function insertMailboxProof(tx: Transaction, row: typeof mailboxProofs.$inferInsert): Promise<void> {
  await tx.insert(mailboxProofs).values(row)
}

export async function findMailboxProof(
  db: Queryable,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: MailboxPurpose; now: Date },
): Promise<string | null> {
  const [row] = await db
    .select({ email: mailboxProofs.email })
    .from(mailboxProofs)
    .where(
      and(eq(mailboxProofs.tokenHash, tokenHash), eq(mailboxProofs.purpose, purpose), gt(mailboxProofs.expiresAt, now)),
    )
  return row?.email ?? null
}

export async function deleteMailboxRows(db: Database, before: Date): Promise<void> {
  await db.delete(mailboxCodes).where(lt(mailboxCodes.expiresAt, before))
  await db.delete(mailboxProofs).where(lt(mailboxProofs.expiresAt, before))
}

const ofMailbox = ({ email, purpose }: Mailbox) => and(eq(mailboxCodes.email, email), eq(mailboxCodes.purpose, purpose))

/** Used or not: none of these addresses can be shown to be anybody's any more. */
export async function forgetMailboxes(tx: Transaction, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await tx.delete(mailboxCodes).where(inArray(mailboxCodes.email, [...addresses]))
  await tx.delete(mailboxProofs).where(inArray(mailboxProofs.email, [...addresses]))
}

import { eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { NewEntry } from '../entries/entry-store'
import { waitlistEntries } from '../tables'

const perStatement = 1_000

export async function listEmails(db: Queryable, waitlistId: string): Promise<string[]> {
  const rows = await db
    .select({ email: waitlistEntries.email })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.waitlistId, waitlistId))
  return rows.map(({ email }) => email)
}

/** How many were new: an address that came onto the list a moment ago stays as it is. */
export async function insertImported(tx: Transaction, rows: readonly NewEntry[]): Promise<number> {
  let created = 0
  for (let start = 0; start < rows.length; start += perStatement) {
    const inserted = await tx
      .insert(waitlistEntries)
      .values(rows.slice(start, start + perStatement))
      .onConflictDoNothing({ target: [waitlistEntries.waitlistId, waitlistEntries.email] })
      .returning({ id: waitlistEntries.id })
    created += inserted.length
  }
  return created
}

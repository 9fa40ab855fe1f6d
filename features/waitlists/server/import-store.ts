import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import type { NewEntry } from './entry-store'
import { waitlistEntries } from './tables'

const perStatement = 1_000

/** Returns those of the file's addresses that are on the list, because a list may be far longer than a file. */
export async function findListed(
  db: Queryable,
  waitlistId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const listed = new Set<string>()
  for (let start = 0; start < emails.length; start += perStatement) {
    const some = inArray(waitlistEntries.email, emails.slice(start, start + perStatement))
    const rows = await db
      .select({ email: waitlistEntries.email })
      .from(waitlistEntries)
      .where(and(eq(waitlistEntries.waitlistId, waitlistId), some))
    for (const { email } of rows) listed.add(email)
  }
  return listed
}

/** Returns the number of new rows. An address that has just joined is unchanged. */
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

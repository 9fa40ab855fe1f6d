import { and, eq, gt, lt } from 'drizzle-orm'
import type { Database } from '@quaff/platform/server/context'
import { singleSignOnAttempts } from './tables'

export async function insertAttempt(db: Database, row: typeof singleSignOnAttempts.$inferInsert): Promise<void> {
  await db.insert(singleSignOnAttempts).values(row)
}

type Query = { stateHash: string; browserHash: string; now: Date }

/** The one statement that makes an attempt single use; null when it is over, was used, or is another browser's. */
export async function takeAttempt(db: Database, { stateHash, browserHash, now }: Query) {
  const [row] = await db
    .delete(singleSignOnAttempts)
    .where(
      and(
        eq(singleSignOnAttempts.stateHash, stateHash),
        eq(singleSignOnAttempts.browserHash, browserHash),
        gt(singleSignOnAttempts.expiresAt, now),
      ),
    )
    .returning({ askedFor: singleSignOnAttempts.askedFor })
  return row ?? null
}

export async function deleteExpiredAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(singleSignOnAttempts).where(lt(singleSignOnAttempts.expiresAt, now))
}

import { eq, lt } from 'drizzle-orm'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { analyticsSnapshots } from './tables'

export type Snapshot = { data: unknown; measuredAt: Date }

export async function findSnapshot(db: Queryable, key: string): Promise<Snapshot | undefined> {
  const [row] = await db
    .select({ data: analyticsSnapshots.data, measuredAt: analyticsSnapshots.measuredAt })
    .from(analyticsSnapshots)
    .where(eq(analyticsSnapshots.key, key))
  return row
}

export async function saveSnapshot(db: Queryable, key: string, { data, measuredAt }: Snapshot): Promise<void> {
  await db
    .insert(analyticsSnapshots)
    .values({ key, data, measuredAt })
    .onConflictDoUpdate({ target: analyticsSnapshots.key, set: { data, measuredAt } })
}

/** Answers to ranges that nobody asks for any more. */
export async function deleteSnapshotsBefore(tx: Transaction, at: Date): Promise<void> {
  await tx.delete(analyticsSnapshots).where(lt(analyticsSnapshots.measuredAt, at))
}

/** What was read by days that are no longer the platform's. */
export async function deleteSnapshots(tx: Transaction): Promise<void> {
  await tx.delete(analyticsSnapshots)
}

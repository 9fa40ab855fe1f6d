import { inArray } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { waitlistEntries } from '../tables'

/** Off every list for good. Whose friend they were keeps the count; whoever they brought stays, without a referrer. */
export async function forgetEntriesOf(tx: Transaction, addresses: readonly string[]): Promise<void> {
  if (addresses.length > 0) await tx.delete(waitlistEntries).where(inArray(waitlistEntries.email, [...addresses]))
}

import type { Transaction } from '@quaff/platform/server/context'
import { deleteOpenProofs } from './proof-store'

/** No link or code that was mailed to the person opens anything any more: whoever has lost the mailbox or the account. */
export async function endProofs(tx: Transaction, userId: string): Promise<void> {
  await deleteOpenProofs(tx, userId)
}

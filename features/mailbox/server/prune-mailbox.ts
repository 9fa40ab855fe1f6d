import type { Services } from '@quaff/platform/server/context'
import { deleteMailboxRows } from './mailbox-store'

const dayMs = 86_400_000

/** Addresses of strangers lie here no longer than a day after they could be used. */
export async function pruneMailbox({ db, clock }: Services): Promise<void> {
  await deleteMailboxRows(db, new Date(clock.now().getTime() - dayMs))
}

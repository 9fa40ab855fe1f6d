import type { Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { deleteNamedSessions, deleteSessions } from './session-store'

/** Ends a person's sessions in the transaction of what made it necessary; the event closes the live streams. */
export async function endSessions(tx: Transaction, userId: string, exceptSessionId?: string): Promise<number> {
  const ended = await deleteSessions(tx, userId, exceptSessionId)
  await publishLive(tx, { topic: 'session', subjectId: userId })
  return ended
}

/** Ends these, whosever they are; the events close their streams. */
export async function endNamedSessions(tx: Transaction, sessionIds: readonly string[]) {
  const ended = await deleteNamedSessions(tx, sessionIds)
  for (const userId of new Set(ended.map((one) => one.userId)))
    await publishLive(tx, { topic: 'session', subjectId: userId })
  return ended
}

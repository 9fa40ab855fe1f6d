import type { Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { deleteSessions } from './session-store'

/** Ends a person's sessions in the transaction of what made it necessary; the event closes the live streams. */
export async function endSessions(tx: Transaction, userId: string, exceptSessionId?: string): Promise<number> {
  const ended = await deleteSessions(tx, userId, exceptSessionId)
  await publishLive(tx, { topic: 'session', subjectId: userId })
  return ended
}

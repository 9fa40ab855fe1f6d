import type { Transaction } from '@quaff/platform/server/context'
import { clearPasswordSetup } from './session-store'

/** G20: only the session that consumed the invitation, once. False refuses. */
export async function takePasswordSetup(tx: Transaction, sessionId: string, now: Date): Promise<boolean> {
  return clearPasswordSetup(tx, sessionId, now)
}

import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { deleteSession } from './session-store'

/** Answers alike when nobody is signed in: signing out twice is no error. */
export async function signOut(ctx: Context): Promise<{ success: true }> {
  const { actor } = ctx
  if (actor.kind === 'user') {
    await inTransaction(ctx, async (tx) => {
      await deleteSession(tx, actor.sessionId)
      await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    })
  }
  ctx.cookies.clearSession()
  return { success: true }
}

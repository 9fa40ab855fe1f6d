import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { NoteActivity } from './note-activity'
import { deleteSession } from './session-store'

/** Where the person has to go on to, to be signed out there as well. */
export type FindSignOutElsewhere = (ctx: Context, sessionId: string) => Promise<string | null>

/** Answers alike when nobody is signed in: signing out twice is no error. */
export async function signOut(
  ctx: Context,
  noteActivity: NoteActivity,
  findElsewhere: FindSignOutElsewhere = async () => null,
): Promise<{ success: true; continueAt?: string }> {
  const { actor } = ctx
  const continueAt = actor.kind === 'user' ? await findElsewhere(ctx, actor.sessionId) : null
  if (actor.kind === 'user') {
    await inTransaction(ctx, async (tx) => {
      if (!(await deleteSession(tx, actor.sessionId))) return
      await noteActivity(ctx, tx, { userId: actor.userId, action: 'sign_out' })
      await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    })
  }
  ctx.cookies.clearSession()
  return { success: true, ...(continueAt !== null && { continueAt }) }
}

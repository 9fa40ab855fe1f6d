import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../refusals'
import { describeDevice } from '../rules'
import type { NoteActivity } from './note-activity'
import { deleteSessionOf } from './own-session-store'

/** Asks for no recent sign-in: whoever finds a strange session must be rid of it at once. The event closes its streams. */
export async function endOwnSession(
  ctx: Context,
  { sessionId }: { sessionId: string },
  noteActivity: NoteActivity,
): Promise<{ success: true }> {
  const actor = requireUser(ctx.actor)
  if (sessionId === actor.sessionId) throw refuse(sessionRefusals, 'THIS_SESSION')
  await inTransaction(ctx, async (tx) => {
    const ended = await deleteSessionOf(tx, actor.userId, sessionId)
    if (!ended) throw refuse(sessionRefusals, 'SESSION')
    await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    const device = describeDevice(ended.userAgent)
    await noteActivity(ctx, tx, { userId: actor.userId, action: 'sessions_ended', details: { device } })
    await recordAudit(ctx, tx, {
      action: 'end_session',
      targetType: 'user',
      targetId: actor.userId,
      after: { sessionId, device },
    })
  })
  return { success: true }
}

import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { Refusal } from '@quaff/platform/shared/refusal'
import { describeDevice } from '../../rules'
import { endSessions } from '../end-sessions'
import { deleteSessionOf } from './own-session-store'

/** Asks for no recent sign-in: whoever finds a strange session must be rid of it at once. The event closes its streams. */
export async function endOwnSession(ctx: Context, { sessionId }: { sessionId: string }): Promise<{ success: true }> {
  const actor = requireUser(ctx.actor)
  if (sessionId === actor.sessionId)
    throw new Refusal('BAD_REQUEST', 'THIS_SESSION', 'This is the session you are using. Sign out instead.')
  await inTransaction(ctx, async (tx) => {
    const ended = await deleteSessionOf(tx, actor.userId, sessionId)
    if (!ended) throw new Refusal('NOT_FOUND', 'SESSION', 'This session has ended already or is not yours.')
    await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    await recordAudit(ctx, tx, {
      action: 'end_session',
      targetType: 'user',
      targetId: actor.userId,
      after: { sessionId, device: describeDevice(ended.userAgent) },
    })
  })
  return { success: true }
}

export async function endOtherSessions(ctx: Context): Promise<{ ended: number }> {
  const actor = requireUser(ctx.actor)
  const ended = await inTransaction(ctx, async (tx) => {
    const count = await endSessions(tx, actor.userId, actor.sessionId)
    const entry = { action: 'end_session', targetType: 'user', targetId: actor.userId, after: { others: count } }
    if (count > 0) await recordAudit(ctx, tx, entry)
    return count
  })
  return { ended }
}

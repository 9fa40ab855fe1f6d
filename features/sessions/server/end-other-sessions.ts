import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { endSessions } from './end-sessions'
import type { NoteActivity } from './note-activity'

export async function endOtherSessions(ctx: Context, noteActivity: NoteActivity): Promise<{ ended: number }> {
  const actor = requireUser(ctx.actor)
  const ended = await inTransaction(ctx, async (tx) => {
    const count = await endSessions(tx, actor.userId, actor.sessionId)
    if (count === 0) return 0
    const facts = { others: count }
    await noteActivity(ctx, tx, { userId: actor.userId, action: 'sessions_ended', details: facts })
    const subject = { targetType: 'user', targetId: actor.userId }
    await recordAudit(ctx, tx, { action: 'end_session', ...subject, after: facts })
    return count
  })
  return { ended }
}

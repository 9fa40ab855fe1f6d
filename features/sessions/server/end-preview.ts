import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { Session } from '../contract'
import { presentOwnSession } from './present-own-session'
import { clearPreview } from './preview-store'

/** Two tabs may both end it: the second one finds nothing to do. */
export async function endPreview(ctx: Context): Promise<Session> {
  const actor = requireUser(ctx.actor)
  const merchantId = actor.preview?.merchantId
  if (merchantId !== undefined) {
    await inTransaction(ctx, async (tx) => {
      if (!(await clearPreview(tx, actor.sessionId, merchantId))) return
      await publishLive(tx, { topic: 'session', subjectId: actor.userId })
      await recordAudit(ctx, tx, { action: 'end_preview', targetType: 'merchant', targetId: merchantId, merchantId })
    })
  }
  return presentOwnSession(ctx, actor.sessionId)
}

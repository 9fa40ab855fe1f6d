import {
  authorize,
  type Context,
  inTransaction,
  platformRefusals,
  publishLive,
  recordAudit,
  refuse,
  requireUser,
} from '@quaff/platform/server'
import type { Session } from '../contract'
import { sessionPermissions } from '../permissions'
import { mayPreview } from '../rules'
import { merchantNotFound } from './merchant-scope'
import { presentSession } from './present-session'
import { clearPreview, findPreviewMerchant, savePreview } from './preview-store'
import { reviewSession } from './session-gate'

/** The event makes the open tabs of the session re-read what they show, and its streams narrow to what a viewer gets. */
export async function startPreview(ctx: Context, { merchantId }: { merchantId: string }): Promise<Session> {
  const actor = authorize(ctx.actor, sessionPermissions, 'preview.start')
  await inTransaction(ctx, async (tx) => {
    const merchant = await findPreviewMerchant(tx, merchantId)
    if (!merchant || !mayPreview({ ...actor, mustEnrol: false }, merchantId)) throw merchantNotFound()
    if (!(await savePreview(tx, actor.sessionId, merchantId))) throw refuse(platformRefusals, 'SIGNED_OUT')
    await publishLive(tx, { topic: 'session', subjectId: actor.userId })
    await recordAudit(ctx, tx, { action: 'start_preview', targetType: 'merchant', targetId: merchantId, merchantId })
  })
  return presentOwnSession(ctx, actor.sessionId)
}

/** Idempotent: two tabs may both end it. */
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

/** The session as the next request will find it: the actor of this one was read before the change. */
async function presentOwnSession(ctx: Context, sessionId: string) {
  const actor = await reviewSession(ctx, sessionId)
  if (!actor) throw refuse(platformRefusals, 'SIGNED_OUT')
  return presentSession(ctx, actor)
}

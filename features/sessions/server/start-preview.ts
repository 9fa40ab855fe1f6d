import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { Session } from '../contract'
import { sessionPermissions } from '../permissions'
import { mayPreview } from '../rules'
import { merchantNotFound } from './merchant-scope'
import { presentOwnSession } from './present-own-session'
import { findPreviewMerchant, savePreview } from './preview-store'

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

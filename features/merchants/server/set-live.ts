import { scopeToMerchant } from '@quaff/features/sessions/server'
import { adminRole, authorize, type Context, inTransaction, recordAudit, refuse } from '@quaff/platform/server'
import { merchantEvents, type MerchantRecord } from '../contract'
import { awaitsApproval, choosesLive, decideLiveness } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { editingRefusals } from '../refusals'
import { heldApplicationOf, updateApplication } from './application-store'
import { updateMerchantRow } from './merchant-record-store'
import { readMerchant } from './read-merchants'
import { lockVersion } from './record-lifecycle'

export type LivenessChange = { merchantId: string; version: number; isLive: boolean }

/** Pauses or resumes; before approval it sets what approval does. Owners only pause and resume an approved merchant. */
export async function setLive(ctx: Context, input: LivenessChange): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.setLive')
  const scope = scopeToMerchant(actor, input.merchantId)
  await inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, scope, input.version)
    const verdict = decideLiveness(actor.role === adminRole, before.status)
    if (!verdict.ok) throw refuse(editingRefusals, verdict.reason)
    const isWish = awaitsApproval(before.status)
    const application = isWish ? await heldApplicationOf(tx, before) : undefined
    const chosen = choosesLive(before, application?.settings.isLive)
    if (chosen === input.isLive) return
    const now = ctx.clock.now()
    if (application)
      await updateApplication(tx, application, { settings: { ...application.settings, isLive: input.isLive } }, now)
    await updateMerchantRow(tx, before, application ? {} : { isLive: input.isLive }, now)
    await recordAudit(ctx, tx, {
      action: isWish ? 'update_merchant' : 'set_live',
      targetType: 'merchant',
      event: merchantEvents.updated,
      targetId: before.id,
      merchantId: before.id,
      before: isWish ? { wishesLive: chosen } : { isLive: chosen },
      after: isWish ? { wishesLive: input.isLive } : { isLive: input.isLive },
    })
  })
  return readMerchant(ctx.db, scope)
}

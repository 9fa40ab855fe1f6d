import { scopeToMerchant } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import type { MerchantRecord } from '../../contract'
import { merchantPermissions } from '../../permissions'
import { lockVersion } from '../../record/server/lock-version'
import { updateMerchantRow } from '../../record/server/merchant-record-store'
import { editingRefusals } from '../../refusals'
import { readMerchant } from '../../server/get-merchant'
import { decideLiveness } from '../rules'

export type LivenessChange = { merchantId: string; version: number; isLive: boolean }

/** Pauses or resumes. Owners only once the merchant is approved: nothing else of its state is theirs. */
export async function setLive(ctx: Context, input: LivenessChange): Promise<MerchantRecord> {
  const actor = authorize(ctx.actor, merchantPermissions, 'merchant.setLive')
  const scope = scopeToMerchant(actor, input.merchantId)
  await inTransaction(ctx, async (tx) => {
    const before = await lockVersion(tx, scope, input.version)
    const verdict = decideLiveness(actor.role === adminRole, before.status)
    if (!verdict.ok) throw refuse(editingRefusals, verdict.reason)
    if (before.isLive === input.isLive) return
    await updateMerchantRow(tx, before, { isLive: input.isLive }, ctx.clock.now())
    await recordAudit(ctx, tx, {
      action: 'set_live',
      targetType: 'merchant',
      targetId: before.id,
      merchantId: before.id,
      before: { isLive: before.isLive },
      after: { isLive: input.isLive },
    })
  })
  return readMerchant(ctx.db, scope)
}

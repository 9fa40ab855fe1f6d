import { merchantNotFound, scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize, type Context, inTransaction, refuse } from '@quaff/platform/server'
import { listedSteps, missingSteps } from '../completeness-rules'
import { merchantEvents, type CompletenessStep, type MerchantRecord } from '../contract'
import { approvalOf, decideLifecycle } from '../lifecycle-rules'
import { merchantPermissions } from '../permissions'
import { merchantRefusals } from '../refusals'
import { findApplicationOf } from './application-store'
import { plainLines } from './clean-profile'
import { approvedMail, mailOwners } from './merchant-emails'
import { completenessDetails } from './merchant-presenter'
import { lockMerchant } from './merchant-record-store'
import { findMerchantRow } from './merchant-store'
import { readMerchant } from './read-merchants'
import { recordLifecycle } from './record-lifecycle'

/** `onlyComplete`: refused where required steps are missing. Otherwise the answer names them, and so does the audit log. */
export type Approval = { merchantId: string; notes?: string; onlyComplete?: boolean }
export type Approved = { success: true; missing?: CompletenessStep[] }

/** `approveMerchantDirect` of spec §7, for administrators only (G23). Of several at the same time one approves. */
export async function approveMerchant(ctx: Context, input: Approval): Promise<MerchantRecord> {
  const { scope } = await approveInTransaction(ctx, input)
  return readMerchant(ctx.db, scope)
}

export async function approveMerchantDirect(ctx: Context, input: Approval): Promise<Approved> {
  const { missing } = await approveInTransaction(ctx, input)
  return missing.length > 0 ? { success: true, missing } : { success: true }
}

async function approveInTransaction(ctx: Context, { merchantId, notes, onlyComplete }: Approval) {
  if (ctx.actor.kind === 'anonymous') throw refuse(merchantRefusals, 'SIGNED_OUT')
  const scope = scopeToMerchant(authorize(ctx.actor, merchantPermissions, 'merchant.approve'), merchantId)
  const missing = await inTransaction(ctx, async (tx) => {
    const before = await lockMerchant(tx, scope)
    const figures = await findMerchantRow(tx, scope)
    if (!figures) throw merchantNotFound()
    const lacks = missingSteps(completenessDetails(figures))
    if (onlyComplete && lacks.length > 0 && decideLifecycle('approve', before).ok)
      throw refuse(merchantRefusals, 'MISSING_STEPS', lacks)
    const after = await recordLifecycle(ctx, tx, before, {
      action: 'approve',
      auditAction: 'approve_merchant',
      event: merchantEvents.updated,
      patch: approvalOf(before, (await findApplicationOf(tx, scope))?.settings.isLive),
      note: { notes: plainLines(notes) ?? '', ...(lacks.length > 0 ? { missing: listedSteps(lacks) } : {}) },
    })
    await mailOwners(ctx, tx, after, (urlOf, name) => approvedMail(urlOf, name, after.isLive))
    return lacks
  })
  return { scope, missing }
}

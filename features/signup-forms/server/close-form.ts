import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormActionInput, FormRecord } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { saveFormRow } from './form-store'
import { lockFormVersion } from './lock-form-version'
import { getFormRecord } from './present-form'

/** Nobody can send it any more; what was sent stays. */
export async function closeForm(ctx: Context, input: FormActionInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.edit')
  return inTransaction(ctx, async (tx) => {
    const form = await lockFormVersion(tx, input)
    if (form.status !== 'live') throw refuse(formRefusals, 'STATE')
    await saveFormRow(tx, form.id, { status: 'closed', updatedAt: ctx.clock.now() })
    await recordAudit(ctx, tx, {
      action: 'close_signup_form',
      targetType: 'signup_form',
      targetId: form.id,
      before: { status: form.status },
      after: { status: 'closed' },
    })
    return getFormRecord(ctx, tx, form.id)
  })
}

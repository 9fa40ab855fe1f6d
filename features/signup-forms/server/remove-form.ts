import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormActionInput } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { deleteForm, hasSubmissions } from './form-store'
import { lockFormVersion } from './lock-form-version'
import { listFileKeys } from './upload-store'

/** Only while nobody has sent it; pictures that somebody uploaded and never sent go with it. */
export async function removeForm(ctx: Context, input: FormActionInput): Promise<{ removed: true }> {
  authorize(ctx.actor, signupFormPermissions, 'form.edit')
  const fileKeys = await inTransaction(ctx, async (tx) => {
    const { id, name, slug } = await lockFormVersion(tx, input)
    if (await hasSubmissions(tx, id)) throw refuse(formRefusals, 'NOT_EMPTY')
    const loose = await listFileKeys(tx, id)
    await deleteForm(tx, id)
    await recordAudit(ctx, tx, {
      action: 'delete_signup_form',
      targetType: 'signup_form',
      targetId: id,
      before: { name, slug },
    })
    return loose
  })
  const outcomes = await Promise.allSettled(fileKeys.map((key) => ctx.files.remove(key)))
  const left = outcomes.filter(({ status }) => status === 'rejected').length
  if (left > 0) ctx.log.warn('form_images_left_behind', { count: left })
  return { removed: true }
}

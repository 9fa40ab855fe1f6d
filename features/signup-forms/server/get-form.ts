import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { FormIdInput, FormRecord } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { getFormRecord } from './present-form'

export async function getForm(ctx: Context, { formId }: FormIdInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return getFormRecord(ctx, ctx.db, formId)
}

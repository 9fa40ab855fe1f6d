import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormVersionRecord, GetVersionInput } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findVersionRecord } from './version-store'

export async function getFormVersion(ctx: Context, { formId, number }: GetVersionInput): Promise<FormVersionRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  const version = await findVersionRecord(ctx.db, formId, number)
  if (!version) throw refuse(formRefusals, 'SIGNUP_FORM')
  return version
}

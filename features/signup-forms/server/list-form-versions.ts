import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { pageLimits } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormVersion, ListVersionsInput } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findForm } from './form-store'
import { listVersionPage } from './version-store'

/** What the form was at any time; nothing changes a version that was published. */
export async function listFormVersions(ctx: Context, input: ListVersionsInput): Promise<{ rows: FormVersion[] }> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  if (!(await findForm(ctx.db, input.formId))) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { rows: await listVersionPage(ctx.db, input, pageLimits.defaultSize) }
}

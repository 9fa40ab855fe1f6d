import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Page } from '@quaff/platform/shared/pagination'
import type { FormRow, ListFormsInput } from '../building/contract'
import { signupFormPermissions } from '../permissions'
import { listFormPage } from './form-store'

/** Last changed first. */
export async function listForms(ctx: Context, input: ListFormsInput): Promise<Page<FormRow>> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return listFormPage(ctx, input)
}

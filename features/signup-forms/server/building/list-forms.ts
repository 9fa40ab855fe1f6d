import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Page } from '@quaff/platform/shared/pagination'
import type { FormIdInput, FormRecord, FormRow, ListFormsInput } from '../../building/contract'
import { signupFormPermissions } from '../../permissions'
import { listFormPage } from '../form-store'
import { getFormRecord } from './present-form'

/** Last changed first. */
export async function listForms(ctx: Context, input: ListFormsInput): Promise<Page<FormRow>> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return listFormPage(ctx, input)
}

export async function getForm(ctx: Context, { formId }: FormIdInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return getFormRecord(ctx, ctx.db, formId)
}

import { readCategory } from '@quaff/features/merchants/category/rules'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { FormRecord } from '../building/contract'
import { formRefusals } from '../refusals'
import { findWholeForm } from './form-store'

export async function getFormRecord(ctx: Context, db: Queryable, formId: string): Promise<FormRecord> {
  const form = await findWholeForm(db, formId, ctx.clock.now())
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { ...form, category: readCategory(form.category), address: formAddress(ctx, form.slug) }
}

export const formAddress = ({ settings }: Pick<Context, 'settings'>, slug: string) => `${settings.baseUrl}/f/${slug}`

import { readCategory } from '@quaff/features/merchants/category-rules'
import {
  authorize,
  batchReads,
  type Context,
  dayKeyIn,
  type Page,
  pageLimits,
  type Queryable,
  refuse,
  shiftDaysIn,
} from '@quaff/platform/server'
import type {
  FormFunnel,
  FormIdInput,
  FormRecord,
  FormRow,
  FormVersion,
  FormVersionRecord,
  FunnelInput,
  GetVersionInput,
  ListFormsInput,
  ListVersionsInput,
} from '../contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import {
  findForm,
  findVersionRecord,
  findWholeForm,
  hasForm,
  listFormPage,
  listVersionPage,
  countFunnel,
} from './form-store'

export async function getForm(ctx: Context, { formId }: FormIdInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return getFormRecord(ctx, ctx.db, formId)
}

/** Returns the most recently changed forms first. */
export async function listForms(ctx: Context, input: ListFormsInput): Promise<Page<FormRow>> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  return listFormPage(ctx, input)
}

export async function getFormRecord(ctx: Context, db: Queryable, formId: string): Promise<FormRecord> {
  const form = await findWholeForm(db, formId, ctx.clock.now())
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { ...form, category: readCategory(form.category), address: formAddress(ctx, form.slug) }
}

const formAddress = ({ settings }: Pick<Context, 'settings'>, slug: string) => `${settings.baseUrl}/f/${slug}`

export async function getFormVersion(ctx: Context, { formId, number }: GetVersionInput): Promise<FormVersionRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  const version = await findVersionRecord(ctx.db, formId, number)
  if (!version) throw refuse(formRefusals, 'SIGNUP_FORM')
  return version
}

/** Returns published versions, which never change. */
export async function listFormVersions(ctx: Context, input: ListVersionsInput): Promise<{ rows: FormVersion[] }> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  if (!(await findForm(ctx.db, input.formId))) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { rows: await listVersionPage(ctx.db, input, pageLimits.defaultSize) }
}

type MeasuredFunnel = FormFunnel & { from: Date; measuredAt: Date; timeZone: string }

/** Counts the period's submissions that were approved, at any time. */
export async function readFunnel(ctx: Context, { formId, days }: FunnelInput): Promise<MeasuredFunnel> {
  authorize(ctx.actor, signupFormPermissions, 'form.view')
  const { timeZone } = ctx.settings
  const measuredAt = ctx.clock.now()
  const from = shiftDaysIn(timeZone, measuredAt, 1 - days)
  const [isThere, counts] = await batchReads(ctx.db, (db) =>
    Promise.all([hasForm(db, formId), countFunnel(db, formId, { from, fromDay: dayKeyIn(timeZone, from) })]),
  )
  if (!isThere) throw refuse(formRefusals, 'SIGNUP_FORM')
  return { ...counts, from, measuredAt, timeZone }
}

import { openForm } from '@quaff/features/sign-in/server'
import {
  type Context,
  dayKeyIn,
  isRefused,
  platformRefusals,
  refuse,
  type Services,
  takeFromLimit,
} from '@quaff/platform/server'
import type { NoteStartInput, OpenFormInput, PublicForm } from '../answering-contract'
import { formRefusals } from '../refusals'
import { findFormBySlug, findVersion, type StoredForm, countOnDay } from './form-store'

/** Returns the form's key in the public form gate. */
export const formKey = ({ id }: Pick<StoredForm, 'id'>) => `form:${id}`

export function isOpen({ status, closesAt }: Pick<StoredForm, 'status' | 'closesAt'>, now: Date): boolean {
  return status === 'live' && (closesAt === null || closesAt > now)
}

/** Returns the published form and counts a view. A draft gets the response of an unknown URL. */
export async function openFormPage(ctx: Context, { slug, isCounted }: OpenFormInput): Promise<PublicForm> {
  const form = await getPublicForm(ctx, slug)
  if (!isOpen(form, ctx.clock.now())) return { state: 'closed', name: form.name }
  const version = await findVersion(ctx.db, form.id, form.liveVersion ?? 0)
  if (!version) throw refuse(formRefusals, 'SIGNUP_FORM')
  if (isCounted) await countVisit(ctx, form, 'viewed')
  const { number, intro, successText, fields } = version
  return {
    state: 'live',
    name: form.name,
    version: number,
    intro,
    successText,
    fields,
    startToken: openForm(ctx, formKey(form)),
  }
}

export async function getPublicForm(ctx: Pick<Context, 'db'>, slug: string): Promise<StoredForm> {
  const form = await findPublicForm(ctx, slug)
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  return form
}

/** Returns the sites that may embed the form; none for a draft or an unknown slug. */
export async function listFrameSites(services: Services, slug: string): Promise<readonly string[]> {
  return (await findPublicForm(services, slug))?.allowedSites ?? []
}

async function findPublicForm({ db }: Pick<Context, 'db'>, slug: string) {
  // PostgreSQL text cannot contain NUL, so such a slug cannot exist.
  if (slug.includes('\0')) return undefined
  const form = await findFormBySlug(db, slug.toLowerCase())
  return form?.status === 'draft' ? undefined : form
}

/** Counts the first typed letter; stores nothing else. */
export async function noteStart(ctx: Context, { slug }: NoteStartInput): Promise<{ success: true }> {
  const form = await getPublicForm(ctx, slug)
  if (isOpen(form, ctx.clock.now())) await countVisit(ctx, form, 'started')
  return { success: true }
}

/** Counts a visit. Beyond the network's hourly limit it counts nothing, but the visitor can continue. */
async function countVisit(ctx: Context, { id }: Pick<StoredForm, 'id'>, what: 'viewed' | 'started') {
  const limit = what === 'viewed' ? 'formViewedPerNetwork' : 'formStartedPerNetwork'
  try {
    await takeFromLimit(ctx, limit, `${id}:${ctx.request.network}`, 'Counted enough.')
  } catch (error) {
    if (isRefused(error, platformRefusals, 'RATE_LIMIT')) return
    throw error
  }
  await countOnDay(ctx.db, { formId: id, day: dayKeyIn(ctx.settings.timeZone, ctx.clock.now()) }, what)
}

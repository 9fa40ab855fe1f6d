import {
  authorize,
  type Context,
  inTransaction,
  linesWithoutControls,
  once,
  recordAudit,
  refuse,
  staleVersion,
  type Transaction,
  withoutControls,
} from '@quaff/platform/server'
import type { CreateFormInput, FormActionInput, FormRecord, SaveFormInput } from '../contract'
import type { FormField } from '../fields-contract'
import { newFields, withoutEmptyEnd } from '../fields-rules'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findForm, insertForm, lockForm, moveToSlug, saveFormRow, type StoredForm } from './form-store'
import { getFormRecord } from './read-forms'

/**
 * Saves the whole draft, complete or not. Questions become public with the next publishing; owner's email, category,
 * closing date and sites apply immediately.
 */
export async function saveForm(ctx: Context, input: SaveFormInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.edit')
  return inTransaction(ctx, async (tx) => {
    const before = await lockFormVersion(tx, input)
    const change = cleanForm(input)
    if (change.slug !== before.slug) {
      if (before.liveVersion !== null) throw refuse(formRefusals, 'SLUG_PUBLISHED')
      if (!(await moveToSlug(tx, before.id, change.slug))) throw refuse(formRefusals, 'SLUG_TAKEN')
    }
    await saveFormRow(tx, before.id, { ...change, updatedAt: ctx.clock.now() })
    await recordAudit(ctx, tx, {
      action: 'update_signup_form',
      targetType: 'signup_form',
      targetId: before.id,
      before: auditedForm(before),
      after: auditedForm(change),
    })
    return getFormRecord(ctx, tx, before.id)
  })
}

function cleanForm(input: SaveFormInput) {
  const { slug, ownerEmail, category, closesAt } = input
  return {
    slug,
    ownerEmail,
    category,
    closesAt,
    name: withoutControls(input.name),
    fields: input.fields.map(cleanField),
    intro: linesWithoutControls(input.intro),
    successText: linesWithoutControls(input.successText),
    allowedSites: [...new Set(input.allowedSites)],
  }
}

/** Cleans a condition like the option it refers to. */
function cleanField(field: FormField): FormField {
  const { showWhen } = field
  return {
    ...field,
    label: withoutControls(field.label),
    help: withoutControls(field.help),
    options: withoutEmptyEnd(field.options.map(withoutControls)),
    showWhen: showWhen && { ...showWhen, equals: withoutControls(showWhen.equals) },
  }
}

type Audited = Omit<ReturnType<typeof cleanForm>, 'category'> & { category: string | null }

/** Returns the audited parts of a form, with questions by their labels. */
function auditedForm({ name, slug, fields, closesAt, category, allowedSites }: Audited) {
  const questions = fields.map(({ label }) => label)
  return { name, slug, questions, category, closesAt: closesAt?.toISOString() ?? null, allowedSites }
}

/**
 * Locks a form and checks its version.
 * @throws SIGNUP_FORM if it is missing, STALE_VERSION
 */
export async function lockFormVersion(tx: Transaction, { formId, version }: FormActionInput): Promise<StoredForm> {
  const form = await lockForm(tx, formId, 'update')
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  if (form.version !== version) throw staleVersion({ type: 'signup_form', id: formId, savedAt: form.updatedAt })
  return form
}

/** Creates a draft. A copy takes questions, texts and owner settings, but neither dates nor allowed sites. */
export async function createForm(ctx: Context, input: CreateFormInput): Promise<FormRecord> {
  const actor = authorize(ctx.actor, signupFormPermissions, 'form.edit')
  const { requestKey, ...content } = input
  return inTransaction(ctx, async (tx) => {
    const formId = await once(ctx, tx, { action: 'create_signup_form', key: requestKey, input: content }, async () => {
      const id = ctx.ids.newId('frm')
      const now = ctx.clock.now()
      const details = { name: withoutControls(input.name), slug: input.slug }
      const copied = await copiedContent(tx, input.copyOf)
      const row = { id, ...details, ...copied, createdAt: now, createdBy: actor.userId, updatedAt: now }
      if (!(await insertForm(tx, row))) throw refuse(formRefusals, 'SLUG_TAKEN')
      await recordAudit(ctx, tx, {
        action: 'create_signup_form',
        targetType: 'signup_form',
        targetId: id,
        after: { ...details, copyOf: input.copyOf ?? null },
      })
      return id
    })
    return getFormRecord(ctx, tx, formId)
  })
}

async function copiedContent(tx: Transaction, formId: string | undefined) {
  if (formId === undefined) return { fields: newFields() }
  const original = await findForm(tx, formId)
  if (!original) throw refuse(formRefusals, 'SIGNUP_FORM')
  const { fields, intro, successText, ownerEmail, category } = original
  return { fields, intro, successText, ownerEmail, category }
}

import { authorize, type Context, inTransaction, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import type { FormActionInput, FormRecord } from '../contract'
import { fieldErrors } from '../fields-rules'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { deleteForm, hasSubmissions, insertVersion, saveFormRow, type StoredForm } from './form-store'
import { getFormRecord } from './read-forms'
import { lockFormVersion } from './save-form'
import { listFileKeys } from './upload-store'

/**
 * Publishes the draft as a permanent version. Without changes it only reopens the form, and an open one is unchanged.
 */
export async function publishForm(ctx: Context, input: FormActionInput): Promise<FormRecord> {
  const actor = authorize(ctx.actor, signupFormPermissions, 'form.edit')
  return inTransaction(ctx, async (tx) => {
    const form = await lockFormVersion(tx, input)
    const now = ctx.clock.now()
    const [error] = fieldErrors(form.fields)
    if (error) throw refuse(formRefusals, 'FIELDS', error.text).with({ field: error.fieldId || undefined })
    if (form.closesAt !== null && form.closesAt <= now) throw refuse(formRefusals, 'CLOSING_DATE')
    const { hasChanges } = await getFormRecord(ctx, tx, form.id)
    if (!hasChanges && form.status === 'live') return getFormRecord(ctx, tx, form.id)
    const liveVersion = hasChanges ? await makeVersion(tx, form, { now, by: actor.userId }) : form.liveVersion
    await saveFormRow(tx, form.id, { status: 'live', liveVersion, updatedAt: now })
    await recordAudit(ctx, tx, {
      action: 'publish_signup_form',
      targetType: 'signup_form',
      targetId: form.id,
      before: { status: form.status, liveVersion: form.liveVersion },
      after: { status: 'live', liveVersion },
    })
    return getFormRecord(ctx, tx, form.id)
  })
}

async function makeVersion(tx: Transaction, form: StoredForm, { now, by }: { now: Date; by: string }) {
  const { id: formId, fields, intro, successText } = form
  const number = (form.liveVersion ?? 0) + 1
  await insertVersion(tx, { formId, number, fields, intro, successText, publishedAt: now, publishedBy: by })
  return number
}

/** Closes the form; submissions stay. */
export async function closeForm(ctx: Context, input: FormActionInput): Promise<FormRecord> {
  authorize(ctx.actor, signupFormPermissions, 'form.edit')
  return inTransaction(ctx, async (tx) => {
    const form = await lockFormVersion(tx, input)
    if (form.status !== 'live') throw refuse(formRefusals, 'STATE')
    await saveFormRow(tx, form.id, { status: 'closed', updatedAt: ctx.clock.now() })
    await recordAudit(ctx, tx, {
      action: 'close_signup_form',
      targetType: 'signup_form',
      targetId: form.id,
      before: { status: form.status },
      after: { status: 'closed' },
    })
    return getFormRecord(ctx, tx, form.id)
  })
}

/** Deletes a form without submissions, with its unused pictures. */
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

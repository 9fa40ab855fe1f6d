import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { once } from '@quaff/platform/server/once'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { withoutControls } from '@quaff/platform/shared/text'
import type { CreateFormInput, FormRecord } from '../building-contract'
import { newFields } from '../fields-rules'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findForm, insertForm } from './form-store'
import { getFormRecord } from './read-forms'

/** A draft. A copy takes what is being built and how it is answered, but neither dates nor the sites that may frame it. */
export async function createForm(ctx: Context, input: CreateFormInput): Promise<FormRecord> {
  const actor = authorize(ctx.actor, signupFormPermissions, 'form.edit')
  const { requestKey, ...content } = input
  return inTransaction(ctx, async (tx) => {
    const formId = await once(ctx, tx, { action: 'create_signup_form', key: requestKey, input: content }, async () => {
      const id = ctx.ids.newId('frm')
      const now = ctx.clock.now()
      const facts = { name: withoutControls(input.name), slug: input.slug }
      const copied = await copiedContent(tx, input.copyOf)
      const row = { id, ...facts, ...copied, createdAt: now, createdBy: actor.userId, updatedAt: now }
      if (!(await insertForm(tx, row))) throw refuse(formRefusals, 'SLUG_TAKEN')
      await recordAudit(ctx, tx, {
        action: 'create_signup_form',
        targetType: 'signup_form',
        targetId: id,
        after: { ...facts, copyOf: input.copyOf ?? null },
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

import { referenceOf } from '@quaff/features/onboarding/rules'
import { passGate, requireVerifiedEmail } from '@quaff/features/sign-in/server'
import {
  type Context,
  emailSchema,
  inTransaction,
  lockWord,
  publishLive,
  queueMail,
  refuse,
  type Transaction,
} from '@quaff/platform/server'
import { emailError, emailErrorText } from '@quaff/platform/shared/email-address'
import { answeringLimits, type SubmitFormInput } from '../answering-contract'
import type { SubmittedAnswer } from '../fields-contract'
import { answerErrors, cleanAnswers, type FieldError } from '../fields-rules'
import { formRefusals } from '../refusals'
import { findVersion, lockForm, type StoredForm, type StoredVersion } from './form-store'
import { formKey, getPublicForm, isOpen } from './open-form-page'
import { submissionNoticeMail, submissionReceiptMail } from './submission-emails'
import { findSubmissionByKey, insertSubmission } from './submission-store'
import { claimUploads } from './upload-store'

type Submitted = { submitted: true; reference: string }
const submitted = (id: string): Submitted => ({ submitted: true, reference: referenceOf(id) })

/**
 * Stores one submission per filled form. A repeated key returns the first result.
 * @throws CLOSED, ANSWERS with the field, PROOF, and refusals of the public form gate
 */
export async function submitForm(ctx: Context, input: SubmitFormInput): Promise<Submitted> {
  const form = await getPublicForm(ctx, input.slug)
  const keyHash = ctx.secrets.hash(`submission:${form.id}:${input.requestKey}`)
  const earlier = await findSubmissionByKey(ctx.db, keyHash)
  if (earlier) return submitted(earlier.id)
  if (!isOpen(form, ctx.clock.now())) throw refuse(formRefusals, 'CLOSED')
  const version = await findVersion(ctx.db, form.id, input.version)
  if (!version) throw refuse(formRefusals, 'SIGNUP_FORM')
  const sent = readAnswers(version, input.answers)
  const isProved = await checkProof(ctx, sent, input.proof)
  if (!(await passGate(ctx, formKey(form), { startToken: input.startToken, trap: input.trap })))
    return submitted(ctx.ids.newId('sub'))
  return inTransaction(ctx, async (tx) => {
    await lockWord(tx, keyHash)
    const same = await findSubmissionByKey(tx, keyHash)
    if (same) return submitted(same.id)
    const held = await lockForm(tx, form.id, 'share')
    if (!held) throw refuse(formRefusals, 'SIGNUP_FORM')
    if (!isOpen(held, ctx.clock.now())) throw refuse(formRefusals, 'CLOSED')
    const submissionId = ctx.ids.newId('sub')
    const now = ctx.clock.now()
    await takePictures(ctx, tx, held, submissionId, sent)
    await insertSubmission(tx, {
      id: submissionId,
      formId: held.id,
      formVersion: version.number,
      status: 'submitted',
      keyHash,
      email: sent.email,
      businessName: sent.businessName,
      answers: sent.answers,
      affiliateCode: input.affiliateCode || null,
      provedAt: isProved ? now : null,
      submittedAt: now,
    })
    await notifyOwners(ctx, tx, held, { ...sent, submissionId, isProved })
    await publishLive(tx, { topic: 'audit', subjectId: submissionId })
    return submitted(submissionId)
  })
}

type Sent = {
  email: string
  emailField: string
  businessName: string
  answers: SubmittedAnswer[]
  pictures: SubmittedAnswer[]
}

/** Uses the answered questions, even if a newer version is live. */
function readAnswers({ fields }: StoredVersion, given: readonly SubmittedAnswer[]): Sent {
  const [error] = answerErrors(fields, given)
  if (error) throw refusedAnswer(error)
  const answers = cleanAnswers(fields, given)
  const locked = (kind: 'email' | 'business_name') => {
    const field = fields.find((one) => one.kind === kind)
    return { fieldId: field?.id ?? '', value: answers.find(({ fieldId }) => fieldId === field?.id)?.value ?? '' }
  }
  const { fieldId: emailField, value } = locked('email')
  const email = emailSchema.safeParse(value)
  if (!email.success) throw refusedAnswer({ fieldId: emailField, text: emailError(value) ?? emailErrorText })
  const imageFields = new Set(fields.filter(({ kind }) => kind === 'image').map(({ id }) => id))
  const pictures = answers.filter(({ fieldId }) => imageFields.has(fieldId))
  return { email: email.data, emailField, businessName: locked('business_name').value, answers, pictures }
}

/** Pictures need a proof. A proof must match the sent email, so that no receipt goes to another one. */
async function checkProof(ctx: Context, { email, emailField, pictures }: Sent, token?: string) {
  const confirm = { fieldId: emailField, text: 'Confirm this email address with the code first.' }
  if (token === undefined) {
    if (pictures.length > 0) throw refusedAnswer(confirm)
    return false
  }
  const proved = await requireVerifiedEmail(ctx, ctx.db, { token, purpose: 'signup_form' })
  if (proved !== email) throw refusedAnswer(confirm)
  return true
}

async function takePictures(ctx: Context, tx: Transaction, form: StoredForm, submissionId: string, sent: Sent) {
  const [first] = sent.pictures
  if (first === undefined) return
  const ids = sent.pictures.map(({ value }) => value)
  const since = new Date(ctx.clock.now().getTime() - answeringLimits.looseImageMs)
  const taken = await claimUploads(tx, { ids, formId: form.id, email: sent.email, submissionId, since })
  if (taken < ids.length) throw refusedAnswer({ fieldId: first.fieldId, text: 'Add the picture again.' })
}

type SubmissionNotice = Sent & { submissionId: string; isProved: boolean }

async function notifyOwners(ctx: Context, tx: Transaction, form: StoredForm, notice: SubmissionNotice) {
  const { email, businessName, submissionId, isProved } = notice
  const inboxUrl = `${ctx.settings.baseUrl}/merchant-signup-forms?tab=submissions&id=${submissionId}`
  const mail = { formName: form.name, businessName, email, isProved, inboxUrl }
  if (form.ownerEmail !== null) await queueMail(ctx, tx, { to: form.ownerEmail, ...submissionNoticeMail(mail) })
  const receipt = submissionReceiptMail(businessName, referenceOf(submissionId))
  if (isProved) await queueMail(ctx, tx, { to: email, ...receipt })
}

const refusedAnswer = ({ fieldId, text }: FieldError) => refuse(formRefusals, 'ANSWERS', text).with({ field: fieldId })

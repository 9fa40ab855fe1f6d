import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { openForm } from '@quaff/features/sign-in/server'
import { verifyEmail } from '@quaff/features/sign-in/testing/mailbox-proof-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { interleave } from '@quaff/platform/testing/database/interleave'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { submitFormInput } from '../answering-contract'
import { newFields } from '../fields-rules'
import { answersFor, buildField } from '../testing/field-factory'
import { filledForm, insertForm, insertLiveForm, insertUpload, strangerContext } from '../testing/form-factory'
import { noteStart, openFormPage } from './open-form-page'
import { closeForm, publishForm, removeForm } from './publish-form'
import { getSubmission, listSubmissions } from './read-submissions'
import { submitForm } from './submit-form'
import { signupForms, signupSubmissions, signupUploads } from './tables'

const photo = buildField({ id: 'photo', kind: 'image', required: true })
const story = buildField({ id: 'story', kind: 'long' })
let services: TestServices
let addresses = 0
beforeAll(async () => {
  services = await createTestServices()
})

/** The reference belongs to the submission, or to none. */
const sent = { submitted: true, reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) }
const newAddress = () => `ana${++addresses}@venue.test`
const rowsOf = (formId: string) =>
  services.db.select().from(signupSubmissions).where(eq(signupSubmissions.formId, formId))
const submit = (input: ReturnType<typeof filledForm>, ctx = strangerContext(services)) =>
  submitForm(ctx, submitFormInput.parse(input))
const withPhoto = () => insertLiveForm(services, { fields: [...newFields(), photo] })

async function proved(email: string) {
  return { email, proof: await verifyEmail(strangerContext(services), email, 'signup_form') }
}

describe('a public form', () => {
  it('§G2 shows only what was published', async () => {
    const form = await insertLiveForm(services, {
      intro: 'Hello',
      successText: 'Thanks',
      ownerEmail: 'owner@quaff.test',
      allowedSites: ['https://a.test'],
    })
    const page = await openFormPage(strangerContext(services), { slug: form.slug, isCounted: true })
    expect(page).toEqual({
      state: 'live',
      name: form.name,
      version: 1,
      intro: 'Hello',
      successText: 'Thanks',
      fields: form.fields,
      startToken: expect.any(String),
    })
  })

  it.each(['draft', 'unknown', 'with\u0000', '../x'])('that is a %s is not found', async (kind) => {
    const slug = kind === 'draft' ? (await insertForm(services)).slug : kind
    const ctx = strangerContext(services)
    await expect(openFormPage(ctx, { slug, isCounted: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(noteStart(ctx, { slug })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const input = filledForm(services, { id: 'frm', slug })
    await expect(submit(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('that is closed says so, after a manual close and after its closing date', async () => {
    const byHand = await insertLiveForm(services, { status: 'closed' })
    const byDate = await insertLiveForm(services, { closesAt: services.clock.now() })
    for (const form of [byHand, byDate]) {
      expect(await openFormPage(strangerContext(services), { slug: form.slug, isCounted: true })).toEqual({
        state: 'closed',
        name: form.name,
      })
      await expect(submit(filledForm(services, form))).rejects.toMatchObject({ code: 'CONFLICT', reason: 'CLOSED' })
      const wrong = filledForm(services, form, { answers: answersFor('unknown') })
      await expect(submit(wrong)).rejects.toMatchObject({ reason: 'CLOSED' })
      expect(await rowsOf(form.id)).toEqual([])
    }
  })

  it('without its live version is not found', async () => {
    const { slug } = await insertForm(services, { status: 'live', liveVersion: 1 })
    const opened = openFormPage(strangerContext(services), { slug, isCounted: true })
    await expect(opened).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'SIGNUP_FORM' })
  })
})

describe('sending a form', () => {
  it('§G37 §0023 stores the answers once, with the affiliate code, and emails no unverified address', async () => {
    const form = await insertLiveForm(services)
    const email = newAddress()
    const input = filledForm(services, form, { answers: answersFor(email, 'Half Moon'), affiliateCode: 'TABLE12' })
    expect(await submit(input)).toEqual(sent)
    expect(await rowsOf(form.id)).toMatchObject([
      { email, businessName: 'Half Moon', status: 'submitted', affiliateCode: 'TABLE12', formVersion: 1 },
    ])
    expect(await mailsTo(services, email)).toEqual([])
  })

  it('emails the owner of the form, as text', async () => {
    const form = await insertLiveForm(services, { ownerEmail: 'notice@quaff.test', name: 'Cafés <b>\r\nBcc: x' })
    await submit(filledForm(services, form, { answers: answersFor(newAddress(), '<img src=x onerror=alert(1)>') }))
    const [mail] = await mailsTo(services, 'notice@quaff.test')
    expect(mail).toMatchObject({ template: 'form_submission', subject: 'New submission: Cafés <b>  Bcc: x' })
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.html).not.toContain('<img src=x')
    expect(mail?.link).toContain('/merchant-signup-forms?tab=submissions&id=sub_')
  })

  it('twelve times concurrently creates one submission and one email, with the same answer', async () => {
    const form = await insertLiveForm(services, { ownerEmail: 'once@quaff.test' })
    const input = filledForm(services, form)
    const answers = await Promise.all(Array.from({ length: 12 }, () => submit(input, strangerContext(services))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rowsOf(form.id)).toHaveLength(1)
    expect(await mailsTo(services, 'once@quaff.test')).toHaveLength(1)
    await services.db.update(signupForms).set({ status: 'closed' }).where(eq(signupForms.id, form.id))
    expect(await submit(input)).toEqual(answers[0])
  })

  it('with the same key to another form is another submission', async () => {
    const [one, other] = [await insertLiveForm(services), await insertLiveForm(services)]
    const { requestKey } = filledForm(services, one)
    for (const form of [one, other]) await submit(filledForm(services, form, { requestKey }))
    expect([await rowsOf(one.id), await rowsOf(other.id)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('uses the answered questions, which stay with the submission', async () => {
    const form = await insertLiveForm(services)
    const email = newAddress()
    const input = filledForm(services, form, { answers: answersFor(email) })
    const admin = contextAs(services, await asAdmin(services))
    const fields = [...newFields(), buildField({ id: 'must', kind: 'short', required: true, label: 'New' })]
    await services.db.update(signupForms).set({ fields }).where(eq(signupForms.id, form.id))
    await publishForm(admin, { formId: form.id, version: 1 })
    expect(await submit(input)).toEqual(sent)
    const newer = filledForm(services, form, { version: 2 })
    await expect(submit(newer)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'must' } })
    const { rows } = await listSubmissions(admin, { formId: form.id, limit: 20 })
    const record = await getSubmission(admin, { submissionId: rows[0]?.id ?? '' })
    expect(record).toMatchObject({ formVersion: 1, fields: newFields() })
    await expect(submit(filledForm(services, form, { version: 3 }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('stores markup, formulas and any script as typed text', async () => {
    const form = await insertLiveForm(services, { fields: [...newFields(), story] })
    const texts = ['<script>alert(1)</script>', '=HYPERLINK("http://x")', 'مقهى 👩‍👩‍👧 Łódź', "'; drop table x--"]
    for (const text of texts) {
      const answers = answersFor(newAddress(), text, { fieldId: 'story', value: text })
      await submit(filledForm(services, form, { answers }))
    }
    const rows = await rowsOf(form.id)
    expect(rows.map(({ businessName }) => businessName).sort()).toEqual([...texts].sort())
    for (const { businessName, answers } of rows) expect(answers.at(-1)?.value).toBe(businessName)
  })

  it('§0023 stores several options in the order of the question', async () => {
    const drinks = buildField({ id: 'drinks', kind: 'choice', several: true, options: ['Coffee', 'Tea', 'Juice'] })
    const form = await insertLiveForm(services, { fields: [...newFields(), drinks] })
    const given = (value: string) => answersFor(newAddress(), 'H', { fieldId: 'drinks', value })
    await submit(filledForm(services, form, { answers: given('Juice\nCoffee') }))
    const [row] = await rowsOf(form.id)
    expect(row?.answers).toContainEqual({ fieldId: 'drinks', value: 'Coffee\nJuice' })
    const forged = filledForm(services, form, { answers: given('Coffee\nBeer') })
    await expect(submit(forged)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'drinks' } })
  })

  it('is refused with the question of the invalid answer, and counts nothing', async () => {
    const form = await insertLiveForm(services)
    const ctx = strangerContext(services)
    const wrong = filledForm(services, form, { answers: answersFor('unknown') })
    for (let tries = 0; tries < 6; tries++)
      await expect(submit(wrong, ctx)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'email' } })
    expect(await submit(filledForm(services, form), ctx)).toEqual(sent)
  })

  it('during a close is stored completely or not at all', async () => {
    const form = await insertLiveForm(services)
    const admin = contextAs(services, await asAdmin(services))
    const input = filledForm(services, form)
    const [outcome] = await Promise.allSettled([submit(input), closeForm(admin, { formId: form.id, version: 1 })])
    expect(await rowsOf(form.id)).toHaveLength(outcome.status === 'fulfilled' ? 1 : 0)
  })

  it.each([
    ['closed', closeForm, { code: 'CONFLICT', reason: 'CLOSED' }],
    ['deleted', removeForm, { code: 'NOT_FOUND', reason: 'SIGNUP_FORM' }],
  ])('that is %s during the check is refused', async (_, stop, refusal) => {
    const form = await insertLiveForm(services)
    const admin = contextAs(services, await asAdmin(services))
    const ctx = interleave(strangerContext(services), () => stop(admin, { formId: form.id, version: 1 }))
    await expect(submit(filledForm(services, form), ctx)).rejects.toMatchObject(refusal)
    expect(await rowsOf(form.id)).toEqual([])
  })

  it('without an email question is refused, because no one could be answered', async () => {
    const form = await insertLiveForm(services, { fields: newFields().filter(({ kind }) => kind !== 'email') })
    await expect(submit(filledForm(services, form))).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'ANSWERS' })
    expect(await rowsOf(form.id)).toEqual([])
  })
})

describe('a verified email', () => {
  it('§0023 is stored with the submission, also without a picture, and gets a receipt with its reference', async () => {
    const form = await insertLiveForm(services, { ownerEmail: 'proved@quaff.test' })
    const { email, proof } = await proved(newAddress())
    const { reference } = await submit(filledForm(services, form, { answers: answersFor(email), proof }))
    const typed = newAddress()
    await submit(filledForm(services, form, { answers: answersFor(typed) }))
    const rows = await rowsOf(form.id)
    expect(rows.find((row) => row.email === email)?.provedAt).toBeInstanceOf(Date)
    expect(rows.find((row) => row.email === typed)?.provedAt).toBeNull()
    const receipt = (await mailsTo(services, email)).find(({ template }) => template === 'form_receipt')
    const admin = contextAs(services, await asAdmin(services))
    expect(receipt?.text).toContain(`Your reference: ${reference}`)
    for (const q of [reference, ` ${reference.toLowerCase().replace('-', '')} `])
      expect((await listSubmissions(admin, { q, limit: 20 })).rows).toMatchObject([{ email, reference }])
    const notices = await mailsTo(services, 'proved@quaff.test')
    const warned = notices.filter(({ text }) => text.includes('isn’t verified'))
    expect(notices).toHaveLength(2)
    expect(warned.map(({ text }) => text.includes(typed))).toEqual([true])
  })

  it('of someone else refuses the form, which stores nothing', async () => {
    const form = await insertLiveForm(services)
    const { proof } = await proved(newAddress())
    const input = filledForm(services, form, { answers: answersFor(newAddress()), proof })
    await expect(submit(input)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'email' } })
    expect(await rowsOf(form.id)).toEqual([])
  })
})

describe('bots', () => {
  it('store nothing if they fill in the honeypot', async () => {
    const form = await insertLiveForm(services, { ownerEmail: 'spam@quaff.test' })
    expect(await submit(filledForm(services, form, { trap: 'http://spam.test' }))).toEqual(sent)
    const fast = { ...filledForm(services, form), startToken: openForm(services, `form:${form.id}`) }
    await expect(submit(fast)).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'FORM_EARLY' })
    expect(await rowsOf(form.id)).toEqual([])
    expect(await mailsTo(services, 'spam@quaff.test')).toEqual([])
  })

  it('that post a thousand times store at most five submissions', async () => {
    const form = await insertLiveForm(services)
    const ctx = strangerContext(services)
    const input = filledForm(services, form)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 1_000 }, () => submit({ ...input, requestKey: crypto.randomUUID() }, ctx)),
    )
    expect(await rowsOf(form.id)).toHaveLength(5)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('cannot use a start token of another form', async () => {
    const [form, other] = [await insertLiveForm(services), await insertLiveForm(services)]
    const { startToken } = filledForm(services, other)
    await expect(submit({ ...filledForm(services, form), startToken })).rejects.toMatchObject({
      reason: 'FORM_EXPIRED',
    })
  })
})

describe('pictures', () => {
  const send = async (details: { email: string; proof?: string; pictureId: string }) => {
    const form = await withPhoto()
    const answers = answersFor(details.email, 'Half Moon', { fieldId: 'photo', value: details.pictureId })
    return { form, input: filledForm(services, form, { answers, proof: details.proof }) }
  }

  it('are stored with the submission of the verified email, which gets a receipt', async () => {
    const { email, proof } = await proved(newAddress())
    const form = await withPhoto()
    const pictureId = await insertUpload(services, { formId: form.id, email })
    const answers = answersFor(email, 'Half Moon', { fieldId: 'photo', value: pictureId })
    await submit(filledForm(services, form, { answers, proof }))
    const [row] = await rowsOf(form.id)
    const [upload] = await services.db.select().from(signupUploads).where(eq(signupUploads.id, pictureId))
    expect(upload?.submissionId).toBe(row?.id)
    expect(row?.provedAt).toBeInstanceOf(Date)
    const [receipt] = (await mailsTo(services, email)).filter(({ template }) => template === 'form_receipt')
    expect(receipt?.text).toContain('Half Moon')
    const again = filledForm(services, form, { answers, proof })
    await expect(submit(again)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'photo' } })
  })

  it('§0023 need a proof of the same email', async () => {
    const email = newAddress()
    const without = await send({ email, pictureId: 'pic_1' })
    await expect(submit(without.input)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'email' } })
    const { proof } = await proved(newAddress())
    const other = await send({ email, proof, pictureId: 'pic_1' })
    await expect(submit(other.input)).rejects.toMatchObject({ reason: 'ANSWERS', detail: { field: 'email' } })
    const forged = await send({ email, proof: 'x'.repeat(43), pictureId: 'pic_1' })
    await expect(submit(forged.input)).rejects.toMatchObject({ code: 'UNAUTHORIZED', reason: 'PROOF' })
    expect(await mailsTo(services, email)).toEqual([])
  })

  it('of someone else or another form, or that are too old, made up or repeated are refused', async () => {
    const { email, proof } = await proved(newAddress())
    const form = await insertLiveForm(services, { fields: [...newFields(), photo, { ...photo, id: 'second' }] })
    const other = await withPhoto()
    const dayAgo = new Date(services.clock.now().getTime() - 24 * 3_600_000)
    const mine = await insertUpload(services, { formId: form.id, email })
    const pairs = [
      [mine, await insertUpload(services, { formId: form.id, email: 'other@venue.test' })],
      [mine, await insertUpload(services, { formId: other.id, email })],
      [mine, await insertUpload(services, { formId: form.id, email, createdAt: dayAgo })],
      [mine, 'pic_made_up'],
      [mine, mine],
    ]
    for (const [one = '', two = ''] of pairs) {
      const answers = answersFor(email, 'H', { fieldId: 'photo', value: one }, { fieldId: 'second', value: two })
      const input = filledForm(services, form, { answers, proof })
      await expect(submit(input)).rejects.toMatchObject({ reason: 'ANSWERS' })
    }
    expect(await rowsOf(form.id)).toEqual([])
    const [row] = await services.db.select().from(signupUploads).where(eq(signupUploads.id, mine))
    expect(row?.submissionId).toBeNull()
  })
})

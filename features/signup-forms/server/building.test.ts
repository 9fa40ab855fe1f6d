import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { memoryFiles } from '@quaff/platform/testing/files/memory-files'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { createFormInput, saveFormInput, siteSchema, type FormRecord } from '../contract'
import { newFields } from '../fields-rules'
import { buildField } from '../testing/field-factory'
import { insertForm, insertLiveForm, insertSubmission, insertUpload, strangerContext } from '../testing/form-factory'
import { noteStart, openFormPage } from './open-form-page'
import { closeForm, publishForm, removeForm } from './publish-form'
import { getForm, getFormVersion, listForms, listFormVersions, readFunnel } from './read-forms'
import { createForm, saveForm } from './save-form'
import { signupForms, signupFormVersions, signupUploads } from './tables'

const files = memoryFiles()
const drink = buildField({ id: 'drink', kind: 'dropdown', options: ['Coffee', 'Tea'] })
let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices({ files })
  admin = await asAdmin(services)
})

const ctx = () => contextAs(services, admin)
const newSlug = () => services.ids.newId('s').replace('_', '-')
const create = (details = {}) =>
  createForm(ctx(), createFormInput.parse({ name: 'Cafés 2027', slug: newSlug(), ...details }))
const key = ({ id: formId, version }: { id: string; version: number }) => ({ formId, version })
const change = (form: FormRecord, details = {}) => {
  const { name, slug, fields, intro, successText, ownerEmail, category, closesAt, allowedSites } = form
  const draft = { name, slug, fields, intro, successText, ownerEmail, category, closesAt, allowedSites, ...details }
  return saveFormInput.parse({ ...key(form), ...draft })
}
const save = (form: FormRecord, details = {}) => saveForm(ctx(), change(form, details))
const auditOf = async (id: string) =>
  (await services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))).map(({ action }) => action)
const versionsOf = (id: string) =>
  services.db
    .select()
    .from(signupFormVersions)
    .where(eq(signupFormVersions.formId, id))
    .orderBy(signupFormVersions.number)

describe('a new form', () => {
  it('is a draft that asks for business name and email', async () => {
    const form = await create({ name: ' Cafés\u202E ' })
    expect(form).toMatchObject({ name: 'Cafés', status: 'draft', liveVersion: null, hasChanges: true, version: 1 })
    expect(form.fields).toEqual(newFields())
    expect(form.address).toBe(`${services.settings.baseUrl}/f/${form.slug}`)
    expect(await auditOf(form.id)).toEqual(['create_signup_form'])
  })

  it('with the same key is created once', async () => {
    const once = { slug: newSlug(), requestKey: '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a02' }
    const [one, other] = await Promise.all([create(once), create(once)])
    expect(one.id).toBe(other.id)
  })

  it('copies another form’s questions, but no dates or sites', async () => {
    const original = await insertForm(services, {
      fields: [...newFields(), drink],
      intro: 'Hello',
      successText: 'Thanks',
      ownerEmail: 'owner@quaff.test',
      category: 'bar',
      closesAt: services.clock.now(),
      allowedSites: ['https://a.test'],
      status: 'closed',
    })
    const copy = await create({ copyOf: original.id })
    expect(copy).toMatchObject({ fields: original.fields, intro: 'Hello', successText: 'Thanks', category: 'bar' })
    expect(copy).toMatchObject({ status: 'draft', closesAt: null, allowedSites: [], liveVersion: null })
    await expect(create({ copyOf: 'frm_gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('with a taken slug is refused, also concurrently', async () => {
    const slug = newSlug()
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => create({ slug })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(create({ slug: slug.toUpperCase() })).rejects.toMatchObject({ reason: 'SLUG_TAKEN' })
  })
})

describe('a draft', () => {
  it('is saved incomplete and cleaned, but only with the latest version', async () => {
    const form = await create()
    const half = { ...drink, label: ' What\u0000to drink? ', options: ['Tea'] }
    const saved = await save(form, {
      fields: [half],
      intro: ' a\r\nb ',
      allowedSites: ['https://a.test', 'https://a.test'],
    })
    expect(saved).toMatchObject({ version: 2, intro: 'a\nb', allowedSites: ['https://a.test'] })
    expect(saved.fields).toEqual([{ ...half, label: 'What to drink?' }])
    await expect(save(form)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
    expect(await auditOf(form.id)).toEqual(['create_signup_form', 'update_signup_form'])
  })

  it('is saved without empty options at the end of a list, and can be published', async () => {
    const form = await create()
    const saved = await save(form, { fields: [...newFields(), { ...drink, options: ['Coffee', 'Tea', ''] }] })
    expect(saved.fields.at(-1)?.options).toEqual(['Coffee', 'Tea'])
    expect(await publishForm(ctx(), key(saved))).toMatchObject({ status: 'live', hasChanges: false })
  })

  it('can change to a free slug; only one of two concurrent changes succeeds', async () => {
    const [one, other] = [await create(), await create()]
    const slug = newSlug()
    const outcomes = await Promise.allSettled([save(one, { slug }), save(other, { slug })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const third = await create()
    await expect(save(third, { slug, name: 'Lost' })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'SLUG_TAKEN' })
    expect(await getForm(ctx(), { formId: third.id })).toMatchObject({ name: third.name, version: 1 })
  })

  it.each(['http://a.test', 'https://a.test/', 'https://a.test;script-src *', 'https://*', "'self'", 'https://A.test'])(
    'may not be embedded by %s',
    (site) => expect(siteSchema.safeParse(site).success).toBe(false),
  )

  it.each(['https://a.test', 'https://sub.a-b.test:8443', 'https://localhost'])('may be embedded by %s', (site) =>
    expect(siteSchema.safeParse(site).success).toBe(true),
  )
})

describe('publishing', () => {
  it('§0023 creates a permanent version, and another one only after changes', async () => {
    const live = await publishForm(ctx(), key(await create()))
    expect(live).toMatchObject({ status: 'live', liveVersion: 1, hasChanges: false, version: 2 })
    expect(await publishForm(ctx(), key(live))).toMatchObject({ liveVersion: 1, version: 2 })
    const changed = await save(live, { fields: [...live.fields, drink] })
    expect(changed).toMatchObject({ status: 'live', liveVersion: 1, hasChanges: true })
    expect(await publishForm(ctx(), key(changed))).toMatchObject({ liveVersion: 2, hasChanges: false })
    expect((await versionsOf(live.id)).map(({ fields }) => fields.length)).toEqual([2, 3])
    expect((await auditOf(live.id)).filter((action) => action === 'publish_signup_form')).toHaveLength(2)
  })

  it('§0023 keeps every version readable, with publisher and time', async () => {
    const first = await publishForm(ctx(), key(await create()))
    const publishedAt = services.clock.now()
    services.clock.advance(60_000)
    const second = await publishForm(
      ctx(),
      key(await save(first, { fields: [...first.fields, drink], intro: 'Hello' })),
    )
    const formId = second.id
    const { rows } = await listFormVersions(ctx(), { formId })
    expect(rows.map(({ number }) => number)).toEqual([2, 1])
    expect(rows[1]).toEqual({ number: 1, publishedAt, publishedBy: 'Test Person' })
    expect((await listFormVersions(ctx(), { formId, before: 2 })).rows).toEqual([rows[1]])
    expect(await getFormVersion(ctx(), { formId, number: 1 })).toMatchObject({ fields: newFields(), intro: '' })
    await expect(getFormVersion(ctx(), { formId, number: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('leaves the public form unchanged until the next publication', async () => {
    const live = await publishForm(ctx(), key(await create()))
    await save(live, { fields: [...live.fields, drink], name: 'Renamed' })
    const page = await openFormPage(strangerContext(services), { slug: live.slug, isCounted: true })
    expect(page).toMatchObject({ state: 'live', version: 1, fields: newFields(), name: 'Renamed' })
  })

  it('twice concurrently creates one version', async () => {
    const form = await create()
    const outcomes = await Promise.allSettled([publishForm(ctx(), key(form)), publishForm(ctx(), key(form))])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await versionsOf(form.id)).toHaveLength(1)
  })

  it('is refused while a question is incomplete, with the question', async () => {
    const form = await save(await create(), { fields: [...newFields(), { ...drink, options: ['Tea'] }] })
    await expect(publishForm(ctx(), key(form))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'FIELDS',
      message: 'Add at least 2 options',
      detail: { field: 'drink' },
    })
    const empty = await save(await create(), { fields: [] })
    await expect(publishForm(ctx(), key(empty))).rejects.toMatchObject({ reason: 'FIELDS' })
  })

  it('is refused after the closing date, which closes a live form automatically', async () => {
    const at = (ms: number) => new Date(services.clock.now().getTime() + ms)
    const live = await publishForm(ctx(), key(await save(await create(), { closesAt: at(60_000) })))
    expect(live.status).toBe('live')
    services.clock.advance(60_000)
    expect(await getForm(ctx(), { formId: live.id })).toMatchObject({ status: 'closed' })
    const listed = await listForms(ctx(), { status: 'closed', limit: 100 })
    expect(listed.rows.map(({ id }) => id)).toContain(live.id)
    await expect(publishForm(ctx(), key(live))).rejects.toMatchObject({
      reason: 'CLOSING_DATE',
      detail: { field: 'closesAt' },
    })
    const later = await save(live, { closesAt: null })
    expect(later).toMatchObject({ status: 'live' })
  })

  it('§0023 fixes the slug', async () => {
    const live = await publishForm(ctx(), key(await create()))
    await expect(save(live, { slug: newSlug() })).rejects.toMatchObject({
      reason: 'SLUG_PUBLISHED',
      detail: { field: 'slug' },
    })
  })
})

describe('closing and deleting', () => {
  it('closes a live form, which can be reopened in the same version', async () => {
    const live = await publishForm(ctx(), key(await create()))
    const closed = await closeForm(ctx(), key(live))
    expect(closed).toMatchObject({ status: 'closed', liveVersion: 1 })
    await expect(closeForm(ctx(), key(closed))).rejects.toMatchObject({ reason: 'STATE' })
    expect(await publishForm(ctx(), key(closed))).toMatchObject({ status: 'live', liveVersion: 1 })
    await expect(closeForm(ctx(), key(await create()))).rejects.toMatchObject({ reason: 'STATE' })
  })

  it('deletes a form without submissions, with its unused pictures', async () => {
    const form = await insertLiveForm(services)
    const pictureId = await insertUpload(services, { formId: form.id })
    await files.put(`forms/${pictureId}.webp`, new Uint8Array(4), 'image/webp')
    expect(await removeForm(ctx(), key(form))).toEqual({ removed: true })
    expect(files.contents.has(`forms/${pictureId}.webp`)).toBe(false)
    expect(await services.db.$count(signupUploads, eq(signupUploads.formId, form.id))).toBe(0)
    expect(await services.db.$count(signupForms, eq(signupForms.id, form.id))).toBe(0)
    expect(await versionsOf(form.id)).toEqual([])
    await expect(removeForm(ctx(), key(form))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps a form with submissions', async () => {
    const form = await insertLiveForm(services)
    await insertSubmission(services, { formId: form.id, status: 'rejected' })
    await expect(removeForm(ctx(), key(form))).rejects.toMatchObject({ code: 'CONFLICT', reason: 'NOT_EMPTY' })
  })
})

describe('the figures of a form', () => {
  it('count views and starts by day, and submissions and approvals from the rows', async () => {
    const form = await insertLiveForm(services)
    const stranger = strangerContext(services)
    await Promise.all(Array.from({ length: 4 }, () => openFormPage(stranger, { slug: form.slug, isCounted: true })))
    await noteStart(stranger, { slug: form.slug })
    services.clock.advance(24 * 3_600_000)
    await openFormPage(stranger, { slug: form.slug.toUpperCase(), isCounted: true })
    for (const status of ['submitted', 'approved', 'rejected'] as const)
      await insertSubmission(services, { formId: form.id, status })
    const counts = { viewed: 5, started: 1, submitted: 3, approved: 1 }
    expect(await getForm(ctx(), { formId: form.id })).toMatchObject({ ...counts, waiting: 1 })
    expect(await readFunnel(ctx(), { formId: form.id, days: 30 })).toMatchObject(counts)
    const today = await readFunnel(ctx(), { formId: form.id, days: 1 })
    expect(today).toMatchObject({ viewed: 1, started: 0, submitted: 3, timeZone: services.settings.timeZone })
    services.clock.advance(24 * 3_600_000)
    expect(await readFunnel(ctx(), { formId: form.id, days: 1 })).toMatchObject({ viewed: 0, submitted: 0 })
  })
})

it('is not for merchants or anonymous callers', async () => {
  const form = await insertLiveForm(services)
  for (const actor of [await asOwner(services, ['mer_1']), await asViewer(services, ['mer_1'])]) {
    const other = contextAs(services, actor)
    for (const attempt of [
      () => listForms(other, { limit: 20 }),
      () => getForm(other, { formId: form.id }),
      () => createForm(other, { name: 'Mine', slug: newSlug() }),
      () => publishForm(other, key(form)),
      () => closeForm(other, key(form)),
      () => removeForm(other, key(form)),
      () => listFormVersions(other, { formId: form.id }),
      () => getFormVersion(other, { formId: form.id, number: 1 }),
      () => readFunnel(other, { formId: form.id, days: 1 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await expect(listForms(strangerContext(services), { limit: 20 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

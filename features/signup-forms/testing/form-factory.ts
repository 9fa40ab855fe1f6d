import { openForm } from '@quaff/features/sign-in/server'
import type { Services } from '@quaff/platform/server'
import { contextAs } from '@quaff/platform/testing/test-context'
import type { TestServices } from '@quaff/platform/testing/test-services'
import type { SubmitFormInput } from '../answering-contract'
import { newFields } from '../fields-rules'
import { signupForms, signupFormVersions, signupSubmissions, signupUploads } from '../server/tables'
import { answersFor } from './field-factory'

export type NewForm = typeof signupForms.$inferInsert
export type NewSubmission = typeof signupSubmissions.$inferInsert

/** Inserts a draft with only business name and email. */
export async function insertForm(services: Services, details: Partial<NewForm> = {}) {
  const now = services.clock.now()
  const id = details.id ?? services.ids.newId('frm')
  const slug = id.replaceAll('_', '-').toLowerCase()
  const [form] = await services.db
    .insert(signupForms)
    .values({ id, name: `Form ${id}`, slug, fields: newFields(), createdAt: now, updatedAt: now, ...details })
    .returning()
  if (!form) throw new Error('The form was not inserted.')
  return form
}

/** Inserts a form with a live first version. */
export async function insertLiveForm(services: Services, details: Partial<NewForm> = {}) {
  const form = await insertForm(services, { status: 'live', liveVersion: 1, ...details })
  const { id: formId, fields, intro, successText } = form
  await services.db
    .insert(signupFormVersions)
    .values({ formId, number: 1, fields, intro, successText, publishedAt: services.clock.now() })
  return form
}

export async function insertSubmission(
  services: Services,
  details: Partial<NewSubmission> & { formId: string },
): Promise<typeof signupSubmissions.$inferSelect> {
  const id = details.id ?? services.ids.newId('sub')
  const email = details.email ?? `${id.replace('_', '.')}@venue.test`.toLowerCase()
  const businessName = details.businessName ?? 'Half Moon'
  const [row] = await services.db
    .insert(signupSubmissions)
    .values({
      id,
      formVersion: 1,
      status: 'submitted',
      keyHash: services.ids.newId('key'),
      email,
      businessName,
      answers: answersFor(email, businessName),
      submittedAt: services.clock.now(),
      ...details,
    })
    .returning()
  if (!row) throw new Error('The submission was not inserted.')
  return row
}

/** Inserts a picture as the upload endpoint does, without a file. */
export async function insertUpload(
  services: Services,
  details: Partial<typeof signupUploads.$inferInsert> & { formId: string },
) {
  const id = details.id ?? services.ids.newId('pic')
  const row = { id, email: 'ana@venue.test', fileKey: `forms/${id}.webp`, contentType: 'image/webp', bytes: 4 }
  await services.db.insert(signupUploads).values({ ...row, createdAt: services.clock.now(), ...details })
  return id
}

let strangers = 0

/** Creates an anonymous caller with its own network. */
export const strangerContext = (services: TestServices) =>
  contextAs(services, undefined, { network: `stranger-${++strangers}` })

/** Builds the input of a visitor who opened the form a minute ago. */
export function filledForm(
  services: TestServices,
  form: { id: string; slug: string },
  details: Partial<SubmitFormInput> = {},
): SubmitFormInput {
  const startToken = openForm(services, `form:${form.id}`)
  services.clock.advance(60_000)
  const answers = answersFor(`${services.ids.newId('a').replace('_', '.')}@venue.test`.toLowerCase())
  const requestKey = crypto.randomUUID()
  return { slug: form.slug, version: 1, requestKey, startToken, trap: '', answers, affiliateCode: '', ...details }
}

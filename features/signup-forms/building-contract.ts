import { z } from 'zod'
import { businessTypes } from '@quaff/features/merchants/contract'
import { formSchema, formSchemas } from '@quaff/platform/shared/fields/field-schemas'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { emailSchema, idSchema } from '@quaff/platform/shared/text'
import { formFieldsSchema } from './fields-contract'
import { buildingFields, buildingLimits, siteHint, siteShape } from './rules'
import { formStatuses } from './status-contract'

export { buildingLimits } from './rules'
export { formStatuses, type FormStatus } from './status-contract'

export const formSlugSchema = formSchema(buildingFields.slug)

/** An origin and nothing else, in the spelling of a browser: "https://example.com", with a port where it has one. */
export const siteSchema = z.string().max(buildingLimits.site).regex(siteShape, siteHint)

const funnelSchema = z.object({ viewed: z.int(), started: z.int(), submitted: z.int(), approved: z.int() })
export type FormFunnel = z.infer<typeof funnelSchema>

export const formRowSchema = funnelSchema.extend({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(formStatuses),
  /** Submissions that wait for an answer. */
  waiting: z.int(),
  liveVersion: z.int().nullable(),
  /** The draft differs from what is live. */
  hasChanges: z.boolean(),
  closesAt: z.date().nullable(),
  updatedAt: z.date(),
  version: z.int(),
})
export type FormRow = z.infer<typeof formRowSchema>

export const formRecordSchema = formRowSchema.extend({
  fields: formFieldsSchema,
  intro: z.string(),
  successText: z.string(),
  ownerEmail: z.string().nullable(),
  category: z.enum(businessTypes).nullable(),
  allowedSites: z.array(z.string()),
  /** The whole public address. */
  address: z.string(),
  createdAt: z.date(),
})
export type FormRecord = z.infer<typeof formRecordSchema>

export const listFormsInput = pageInput.extend({ status: z.enum(formStatuses).optional() })
export type ListFormsInput = z.infer<typeof listFormsInput>
export const formIdInput = z.strictObject({ formId: idSchema })
export type FormIdInput = z.infer<typeof formIdInput>

export const createFormInput = z.strictObject({
  name: formSchema(buildingFields.name),
  slug: formSlugSchema,
  /** A copy of that form's draft; else business name and email alone. */
  copyOf: idSchema.optional(),
  requestKey: z.uuid().optional(),
})
export type CreateFormInput = z.infer<typeof createFormInput>

const versioned = formIdInput.extend({ version: z.int().min(1) })
/** The whole draft: what the builder shows is what is saved. A slug may change only while nothing was published. */
export const saveFormInput = versioned.extend({
  ...formSchemas(buildingFields),
  fields: formFieldsSchema,
  ownerEmail: emailSchema.nullable(),
  category: z.enum(businessTypes).nullable(),
  closesAt: z.date().nullable(),
  allowedSites: z.array(siteSchema).max(buildingLimits.sites),
})
export type SaveFormInput = z.infer<typeof saveFormInput>
export const formActionInput = versioned
export type FormActionInput = z.infer<typeof formActionInput>

export const funnelInput = formIdInput.extend({ days: z.int().min(1).max(buildingLimits.funnelDays).default(30) })
export type FunnelInput = z.infer<typeof funnelInput>

export const formVersionSchema = z.object({
  number: z.int(),
  publishedAt: z.date(),
  /** The administrator's name or address; null where it is not on record. */
  publishedBy: z.string().nullable(),
})
export type FormVersion = z.infer<typeof formVersionSchema>
export const formVersionRecordSchema = formVersionSchema.extend({
  fields: formFieldsSchema,
  intro: z.string(),
  successText: z.string(),
})
export type FormVersionRecord = z.infer<typeof formVersionRecordSchema>

const versionNumber = z.int().min(1)
/** Numbers have no gaps: those before a number are the next page. */
export const listVersionsInput = formIdInput.extend({ before: versionNumber.optional() })
export type ListVersionsInput = z.infer<typeof listVersionsInput>
export const getVersionInput = formIdInput.extend({ number: versionNumber })
export type GetVersionInput = z.infer<typeof getVersionInput>

const get = route('GET', 'Merchant signup forms')
const post = route('POST', 'Merchant signup forms')

/** For administrators. Refuse with STALE_VERSION, with CONFLICT SLUG_TAKEN (field slug) and CONFLICT STATE. */
export const buildingContract = {
  list: get('/signup-forms', 'Merchant signup forms').input(listFormsInput).output(pageOf(formRowSchema)),
  get: get('/signup-forms/{formId}', 'One merchant signup form').input(formIdInput).output(formRecordSchema),
  /** Audit `create_signup_form`. */
  create: post('/signup-forms', 'Create a merchant signup form').input(createFormInput).output(formRecordSchema),
  /** Audit `update_signup_form`. */
  save: post('/signup-forms/{formId}', 'Save the draft of a form').input(saveFormInput).output(formRecordSchema),
  /**
   * Makes a version of the draft and opens the form; without changes it only opens it again. Refuses with BAD_REQUEST,
   * reason FIELDS, while `fieldFaults` finds anything. Audit `publish_signup_form`.
   */
  publish: post('/signup-forms/{formId}/publishing', 'Publish a form').input(formActionInput).output(formRecordSchema),
  /** The public page says that it is closed. Audit `close_signup_form`. */
  close: post('/signup-forms/{formId}/closing', 'Close a form').input(formActionInput).output(formRecordSchema),
  /** Only without submissions. Audit `delete_signup_form`. */
  remove: post('/signup-forms/{formId}/removal', 'Delete a form without submissions')
    .input(formActionInput)
    .output(z.object({ removed: z.literal(true) })),
  /** The newest first, twenty at a time. */
  versions: get('/signup-forms/{formId}/versions', 'Published versions of a form')
    .input(listVersionsInput)
    .output(z.object({ rows: z.array(formVersionSchema) })),
  publishedVersion: get('/signup-forms/{formId}/versions/{number}', 'Questions of a form version')
    .input(getVersionInput)
    .output(formVersionRecordSchema),
  /** Of the last days of the platform's zone, today included. */
  funnel: get('/signup-forms/{formId}/funnel', 'Form funnel: viewed, started, submitted, approved')
    .input(funnelInput)
    .output(funnelSchema.extend({ from: z.date(), measuredAt: z.date(), timeZone: z.string() })),
}

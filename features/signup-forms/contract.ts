import { z } from 'zod'
import { businessTypes } from '@quaff/features/merchants/contract'
import { exportFormats } from '@quaff/platform/shared/export-formats'
import { formSchema, formSchemas, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { id, oneOf, text } from '@quaff/platform/shared/fields/fields'
import { email, line, lines, optional, reason, word } from '@quaff/platform/shared/fields/form-fields'
import { pageInput, pageLimits, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { emailSchema, idSchema } from '@quaff/platform/shared/text'
import { answeringContract } from './answering-contract'
import { formFieldsSchema, submittedAnswerSchema } from './fields-contract'

export { type FormField, type SubmittedAnswer } from './fields-contract'

const get = route('GET', 'Merchant signup forms')

export const formStatuses = ['draft', 'live', 'closed'] as const

export const listFormsInput = pageInput.extend({ status: z.enum(formStatuses).optional() })

const funnelSchema = z.object({ viewed: z.int(), started: z.int(), submitted: z.int(), approved: z.int() })

export const formRowSchema = funnelSchema.extend({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  status: z.enum(formStatuses),
  /** Submissions that wait for a decision. */
  waiting: z.int(),
  liveVersion: z.int().nullable(),
  /** The draft differs from the live version. */
  hasChanges: z.boolean(),
  closesAt: z.date().nullable(),
  updatedAt: z.date(),
  version: z.int(),
})

export const formIdInput = z.strictObject({ formId: idSchema })

export const formRecordSchema = formRowSchema.extend({
  fields: formFieldsSchema,
  intro: z.string(),
  successText: z.string(),
  ownerEmail: z.string().nullable(),
  category: z.enum(businessTypes).nullable(),
  allowedSites: z.array(z.string()),
  /** The full public URL. */
  address: z.string(),
  createdAt: z.date(),
})

const post = route('POST', 'Merchant signup forms')

export const buildingLimits = { sites: 20, site: 200, funnelDays: 90 } as const

export const buildingFields = {
  name: line({ missing: 'Enter a name' }),
  slug: word({
    max: 60,
    shape: /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/,
    message: 'Use letters, digits and hyphens, like cafes-2027.',
    read: (typed) => typed.trim().toLowerCase(),
  }),
  intro: lines(1_000),
  successText: lines(1_000),
  ownerEmail: optional(email()),
}

/** An origin in a browser's spelling: "https://example.com", with a port if needed. */
export const siteShape = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[1-9]\d{0,4})?$/
export const siteHint = 'Sites must start with https://, like https://example.com.'

export const formSlugSchema = formSchema(buildingFields.slug)

export const createFormInput = z.strictObject({
  name: formSchema(buildingFields.name),
  slug: formSlugSchema,
  /** Copies that form's draft. Otherwise the form has only business name and email. */
  copyOf: idSchema.optional(),
  requestKey: z.uuid().optional(),
})

const versioned = formIdInput.extend({ version: z.int().min(1) })

/** An origin in the browser's spelling, like "https://example.com", with a port if needed. */
export const siteSchema = z.string().max(buildingLimits.site).regex(siteShape, siteHint)

/** The whole draft replaces the stored one. The slug is fixed after the first publication. */
export const saveFormInput = versioned.extend({
  ...formSchemas(buildingFields),
  fields: formFieldsSchema,
  ownerEmail: emailSchema.nullable(),
  category: z.enum(businessTypes).nullable(),
  closesAt: z.date().nullable(),
  allowedSites: z.array(siteSchema).max(buildingLimits.sites),
})

export const formActionInput = versioned

const versionNumber = z.int().min(1)

/** Version numbers have no gaps, so the next page contains those before a number. */
export const listVersionsInput = formIdInput.extend({ before: versionNumber.optional() })

export const formVersionSchema = z.object({
  number: z.int(),
  publishedAt: z.date(),
  /** The administrator's name or email; null if unknown. */
  publishedBy: z.string().nullable(),
})

export const getVersionInput = formIdInput.extend({ number: versionNumber })

export const formVersionRecordSchema = formVersionSchema.extend({
  fields: formFieldsSchema,
  intro: z.string(),
  successText: z.string(),
})

export const funnelInput = formIdInput.extend({ days: z.int().min(1).max(buildingLimits.funnelDays).default(30) })

/** Administrators only. Refuses with STALE_VERSION, CONFLICT SLUG_TAKEN (field slug) and CONFLICT STATE. */
export const buildingContract = {
  list: get('/signup-forms', 'Merchant signup forms').input(listFormsInput).output(pageOf(formRowSchema)),
  get: get('/signup-forms/{formId}', 'One merchant signup form').input(formIdInput).output(formRecordSchema),
  /** Audited as `create_signup_form`. */
  create: post('/signup-forms', 'Create a merchant signup form').input(createFormInput).output(formRecordSchema),
  /** Audited as `update_signup_form`. */
  save: post('/signup-forms/{formId}', 'Save the draft of a form').input(saveFormInput).output(formRecordSchema),
  /**
   * Publishes the draft as a new version and opens the form. Without changes it only reopens it. Refuses with
   * BAD_REQUEST, reason FIELDS, if `fieldFaults` finds errors. Audited as `publish_signup_form`.
   */
  publish: post('/signup-forms/{formId}/publishing', 'Publish a form').input(formActionInput).output(formRecordSchema),
  /** The public page then says that it is closed. Audited as `close_signup_form`. */
  close: post('/signup-forms/{formId}/closing', 'Close a form').input(formActionInput).output(formRecordSchema),
  /** Refused if the form has submissions. Audited as `delete_signup_form`. */
  remove: post('/signup-forms/{formId}/removal', 'Delete a form without submissions')
    .input(formActionInput)
    .output(z.object({ removed: z.literal(true) })),
  /** Newest first, twenty per page. */
  versions: get('/signup-forms/{formId}/versions', 'Published versions of a form')
    .input(listVersionsInput)
    .output(z.object({ rows: z.array(formVersionSchema) })),
  publishedVersion: get('/signup-forms/{formId}/versions/{number}', 'Questions of a form version')
    .input(getVersionInput)
    .output(formVersionRecordSchema),
  /** Covers the last days in the platform's zone, including today. */
  funnel: get('/signup-forms/{formId}/funnel', 'Form funnel: viewed, started, submitted, approved')
    .input(funnelInput)
    .output(funnelSchema.extend({ from: z.date(), measuredAt: z.date(), timeZone: z.string() })),
}

export const submissionStatuses = ['submitted', 'approved', 'rejected'] as const

/** A separate constant, because the console parses the URL with it before it loads anything of a form. */
export const submissionFilters = {
  /** Undefined includes all forms. */
  formId: id(),
  status: oneOf(submissionStatuses),
  /** Part of the business name or email, or the full reference. */
  q: text(pageLimits.maxSearchLength),
}

export const submissionFilter = z.strictObject(schemasOf(submissionFilters))

export const listSubmissionsInput = submissionFilter.extend(pageInput.shape)

export const submissionRowSchema = z.object({
  id: z.string(),
  /** Reference that the sender received. */
  reference: z.string(),
  formId: z.string(),
  formName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** True if the sender has verified the address; otherwise anyone may have typed it. */
  isProved: z.boolean(),
  status: z.enum(submissionStatuses),
  affiliateCode: z.string().nullable(),
  submittedAt: z.date(),
  version: z.int(),
})

export const submissionCountsInput = submissionFilter.pick({ formId: true })

export const submissionIdInput = z.strictObject({ submissionId: idSchema })

/** Invites a new account, approves a registration, or makes a customer an owner. */
export const approvalWays = ['invite', 'approve', 'convert'] as const

export const submissionRecordSchema = submissionRowSchema.extend({
  formVersion: z.int(),
  /** The questions of the answered version. */
  fields: formFieldsSchema,
  answers: z.array(submittedAnswerSchema),
  /** Pictures by the id in the answer. */
  images: z.array(z.object({ id: z.string(), url: z.string() })),
  userId: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  reviewedAt: z.date().nullable(),
  /** The administrator's name or email. */
  reviewedBy: z.string().nullable(),
  /** Why it cannot be approved, for example because the email already has an active account. */
  obstacle: z.string().nullable(),
  /** The effect of approving on the address; null if it cannot be approved. */
  approval: z.enum(approvalWays).nullable(),
})

const versionedSubmission = submissionIdInput.extend({ version: z.int().min(1) })
export const approveSubmissionInput = versionedSubmission

const success = z.object({ success: z.literal(true) })

export const rejectSubmissionInput = versionedSubmission.extend({ reason: formSchema(reason()) })

/** Administrators only. */
export const inboxContract = {
  /** Newest first. */
  submissions: get('/signup-submissions', 'Submissions of merchant signup forms')
    .input(listSubmissionsInput)
    .output(pageOf(submissionRowSchema)),
  submissionCounts: get('/signup-submission-counts', 'Counts of submissions')
    .input(submissionCountsInput)
    .output(z.object({ all: z.int(), submitted: z.int(), approved: z.int(), rejected: z.int() })),
  submission: get('/signup-submissions/{submissionId}', 'Submission with its answers')
    .input(submissionIdInput)
    .output(submissionRecordSchema),
  /**
   * Invites the sender as owner of a new merchant, with an application prefilled from the answers. Audited as
   * `approve_submission`.
   */
  approve: post('/signup-submissions/{submissionId}/approval', 'Approve a submission')
    .input(approveSubmissionInput)
    .output(success),
  /** Emails the reason. Audited as `reject_submission`. */
  reject: post('/signup-submissions/{submissionId}/rejection', 'Reject a submission')
    .input(rejectSubmissionInput)
    .output(success),
}

export const signupFormsContract = { ...buildingContract, ...answeringContract, ...inboxContract }

export type FormFunnel = z.infer<typeof funnelSchema>

export type FormRow = z.infer<typeof formRowSchema>

export type FormRecord = z.infer<typeof formRecordSchema>

export type ListFormsInput = z.infer<typeof listFormsInput>

export type FormIdInput = z.infer<typeof formIdInput>

export type CreateFormInput = z.infer<typeof createFormInput>

export type SaveFormInput = z.infer<typeof saveFormInput>

export type FormActionInput = z.infer<typeof formActionInput>

export type FunnelInput = z.infer<typeof funnelInput>

export type FormVersion = z.infer<typeof formVersionSchema>

export type FormVersionRecord = z.infer<typeof formVersionRecordSchema>

export type ListVersionsInput = z.infer<typeof listVersionsInput>

export type GetVersionInput = z.infer<typeof getVersionInput>

export type SubmissionRow = z.infer<typeof submissionRowSchema>

export type SubmissionRecord = z.infer<typeof submissionRecordSchema>

export type SubmissionFilter = z.infer<typeof submissionFilter>

export type ListSubmissionsInput = z.infer<typeof listSubmissionsInput>

export type SubmissionCountsInput = z.infer<typeof submissionCountsInput>

export type SubmissionIdInput = z.infer<typeof submissionIdInput>

export type ApproveSubmissionInput = z.infer<typeof approveSubmissionInput>

export type RejectSubmissionInput = z.infer<typeof rejectSubmissionInput>

/** One form: a column per question of every version. */
export const exportSubmissionsInput = z.strictObject({
  formId: idSchema,
  format: z.enum(exportFormats),
  status: z.enum(submissionStatuses).optional(),
})
export type ExportSubmissionsInput = z.infer<typeof exportSubmissionsInput>

export type FormStatus = (typeof formStatuses)[number]

export type SubmissionStatus = (typeof submissionStatuses)[number]

export type ApprovalWay = (typeof approvalWays)[number]
